#include "core/reference/Instance.h"
void kiln::reference::registerViews(Registry &) {}
