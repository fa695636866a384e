#include "candidates.h"

#include <math.h>
#include <stdlib.h>

bool candidates_init(vk_candidates *best, size_t limit) {
    size_t capacity = limit * 2 > 1024 ? limit * 2 : 1024;
    *best = (vk_candidates){.limit = limit, .threshold = -INFINITY, .capacity = capacity};
    best->heap = malloc(limit * sizeof *best->heap);
    best->candidates = malloc(capacity * sizeof *best->candidates);
    return best->heap && best->candidates;
}

void candidates_free(vk_candidates *best) {
    free(best->heap);
    free(best->candidates);
}

static void sift_up(float *heap, size_t child) {
    float value = heap[child];
    while (child > 0 && heap[(child - 1) / 2] > value) {
        heap[child] = heap[(child - 1) / 2];
        child = (child - 1) / 2;
    }
    heap[child] = value;
}

static void replace_lowest(float *heap, size_t count, float value) {
    size_t parent = 0;
    for (size_t child = 1; child < count; child = 2 * parent + 1) {
        if (child + 1 < count && heap[child + 1] < heap[child]) child++;
        if (heap[child] >= value) break;
        heap[parent] = heap[child];
        parent = child;
    }
    heap[parent] = value;
}

void candidates_prune(vk_candidates *best) {
    size_t kept = 0;
    for (size_t i = 0; i < best->count; i++)
        if (best->candidates[i].upper >= best->threshold) best->candidates[kept++] = best->candidates[i];
    best->count = kept;
}

static bool make_room(vk_candidates *best) {
    candidates_prune(best);
    if (best->count <= best->capacity / 2) return true;
    vk_candidate *more = realloc(best->candidates, best->capacity * 2 * sizeof *more);
    if (!more) {
        best->failed = true;
        return false;
    }
    best->candidates = more;
    best->capacity *= 2;
    return true;
}

void candidates_add(vk_candidates *best, float upper, float lower, uint32_t span, uint32_t row) {
    if (best->count == best->capacity && !make_room(best)) return;
    best->candidates[best->count++] = (vk_candidate){upper, span, row};
    if (best->filled < best->limit) {
        best->heap[best->filled] = lower;
        sift_up(best->heap, best->filled++);
    } else if (lower > best->heap[0]) {
        replace_lowest(best->heap, best->limit, lower);
    } else {
        return;
    }
    if (best->filled == best->limit) best->threshold = best->heap[0];
}
