#ifndef COUNTING_H
#define COUNTING_H

#include "CallCounter.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>

void count_add(enum call_counter counter, uint64_t amount);

// A system call that moved so many bytes, or failed.
void count_bytes(int descriptor, int64_t bytes, int is_write);

// The function that stands behind the one of this name, looked up once. Casts to the type of that name.
#define NEXT(name)                                                                                  \
    ({                                                                                              \
        static _Atomic(void *) found;                                                               \
        void *function = atomic_load_explicit(&found, memory_order_relaxed);                        \
        if (!function) atomic_store_explicit(&found, function = dlsym(RTLD_NEXT, #name), memory_order_relaxed); \
        (__typeof__(&name))function;                                                                \
    })

#endif
