// The rows that may still be among the best of one query.
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "kernels.h"

typedef struct {
    float upper;
    uint32_t span;
    uint32_t row;
} vk_candidate;

typedef struct {
    // The `limit` highest lower bounds, with the lowest on top. A row whose upper bound is below that can't be among
    // the best.
    float *heap;
    size_t limit, filled;
    float threshold;  // for upper bounds; -infinity until `limit` rows were seen
    vk_candidate *candidates;
    size_t count, capacity;
    bool failed;  // memory ran out
} vk_candidates;

bool candidates_init(vk_candidates *best, size_t limit);
void candidates_free(vk_candidates *best);
void candidates_add(vk_candidates *best, float upper, float lower, uint32_t span, uint32_t row);
// Removes candidates that the threshold has excluded since they were added.
void candidates_prune(vk_candidates *best);

#endif
