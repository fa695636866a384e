#include <features.h>

#if defined(__linux__) && defined(__GLIBC__)

#include "Counting.h"

#include <errno.h>
#include <stddef.h>

// glibc's allocator by its other names: looking a function up allocates.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void count(size_t bytes) {
    count_add(CALL_COUNTER_ALLOCATIONS, 1);
    count_add(CALL_COUNTER_ALLOCATED_BYTES, bytes);
}

void *malloc(size_t bytes) {
    count(bytes);
    return __libc_malloc(bytes);
}

void *calloc(size_t number, size_t bytes) {
    count(number * bytes);
    return __libc_calloc(number, bytes);
}

void *realloc(void *block, size_t bytes) {
    count(bytes);
    return __libc_realloc(block, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
    count(bytes);
    return __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    count(bytes);
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void **block, size_t alignment, size_t bytes) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    count(bytes);
    void *found = __libc_memalign(alignment, bytes);
    if (!found) return ENOMEM;
    *block = found;
    return 0;
}

#endif
