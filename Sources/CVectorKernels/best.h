// The rows that may still be among the best of one query.
#ifndef BEST_H
#define BEST_H

#include "kernels.h"

typedef struct {
    float upper;
    uint32_t span;
    uint32_t row;
} vk_candidate;

typedef struct {
    // The `limit` highest lower bounds, lowest on top: whatever has an upper bound below that is out.
    float *heap;
    size_t limit, filled;
    float threshold;  // of upper bounds; -infinity as long as fewer than `limit` rows were seen
    vk_candidate *candidates;
    size_t count, capacity;
    bool failed;  // memory ran out
} vk_best_rows;

bool best_make(vk_best_rows *best, size_t limit);
void best_drop(vk_best_rows *best);
void best_add(vk_best_rows *best, float upper, float lower, uint32_t span, uint32_t row);
// Leaves out what better rows have pushed out since.
void best_prune(vk_best_rows *best);

#endif
