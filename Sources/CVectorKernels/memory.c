#include "CVectorKernels.h"

#include <stdlib.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)

void *vk_allocate(size_t bytes) {
    // What fills most of a huge page gets one: a scan then seldom waits for the page table.
    bool huge = bytes >= HUGE_PAGE / 8 * 7;
    size_t alignment = huge ? HUGE_PAGE : 64;
    bytes = (bytes + alignment - 1) / alignment * alignment;
    void *memory = NULL;
    if (posix_memalign(&memory, alignment, bytes)) return NULL;
#if defined(MADV_HUGEPAGE)
    if (huge) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void vk_deallocate(void *memory) { free(memory); }
