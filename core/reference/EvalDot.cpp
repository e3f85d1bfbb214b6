#include "core/reference/Instance.h"
void kiln::reference::registerDot(Registry &) {}
