#ifndef QUANTISE_H
#define QUANTISE_H

#include "kernels.h"

// `high` and `low` have room for the dimension, rounded up to a multiple of four. `low` may be NULL for a query with
// one part.
void quantise_query(
    const float *values, uint32_t dimension, vk_precision precision, int8_t *high, int8_t *low, vk_query *query
);

#endif
