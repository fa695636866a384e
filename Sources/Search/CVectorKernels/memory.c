#include "CVectorKernels.h"

#include <stdlib.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)
#define PAGE ((size_t)4096)
// From this size on, memory is mapped and unmapped by itself. Otherwise the chunks that a growing partition leaves
// behind would fragment the heap.
#define MIN_MAPPED_BYTES ((size_t)32 << 10)

static size_t rounded(size_t bytes, size_t to) { return (bytes + to - 1) / to * to; }

// Anything that fills most of a huge page gets one, so that a scan has fewer TLB misses.
static bool is_huge(size_t bytes) { return bytes >= HUGE_PAGE / 8 * 7; }

static void *map(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void *map_huge(size_t bytes) {
    char *memory = map(bytes + HUGE_PAGE);
    if (!memory) return NULL;
    char *start = (char *)rounded((size_t)memory, HUGE_PAGE);
    size_t before = (size_t)(start - memory);
    if (before > 0) munmap(memory, before);
    if (before < HUGE_PAGE) munmap(start + bytes, HUGE_PAGE - before);
#if defined(MADV_HUGEPAGE)
    madvise(start, bytes, MADV_HUGEPAGE);
#endif
    return start;
}

void *vk_allocate(size_t bytes) {
    if (is_huge(bytes)) return map_huge(rounded(bytes, HUGE_PAGE));
    if (bytes >= MIN_MAPPED_BYTES) return map(rounded(bytes, PAGE));
    void *memory = NULL;
    return posix_memalign(&memory, 64, rounded(bytes, 64)) ? NULL : memory;
}

void vk_deallocate(void *memory, size_t bytes) {
    if (is_huge(bytes)) {
        munmap(memory, rounded(bytes, HUGE_PAGE));
    } else if (bytes >= MIN_MAPPED_BYTES) {
        munmap(memory, rounded(bytes, PAGE));
    } else {
        free(memory);
    }
}
