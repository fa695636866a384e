#pragma once
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Otherwise each thread reserves address space of its own.
static inline void media_worker_use_one_arena(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
#endif
}
