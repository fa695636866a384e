#ifndef SPOTTER_CZLIB_SHIM_H
#define SPOTTER_CZLIB_SHIM_H

#include <zlib.h>

#endif
