#include "core/reference/Instance.h"
void kiln::reference::registerVector(Registry &) {}
