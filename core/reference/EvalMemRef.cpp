#include "core/reference/Instance.h"
void kiln::reference::registerMemRef(Registry &) {}
