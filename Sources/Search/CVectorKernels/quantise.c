#include "quantise.h"

#include <math.h>
#include <string.h>

size_t vk_code_bytes(size_t rows, uint32_t dimension) {
    return (rows + VK_BLOCK_ROWS - 1) / VK_BLOCK_ROWS * VK_BLOCK_ROWS * ((size_t)(dimension + 3) / 4 * 4);
}

void vk_set_deleted_at(uint32_t *deleted_at, uint32_t clock) { __atomic_store_n(deleted_at, clock, __ATOMIC_RELAXED); }

#pragma STDC FP_CONTRACT OFF

// Separate lanes, because a compiler mustn't reorder a sum of floats.
#define LANES 16

static float largest(const float *values, uint32_t dimension) {
    float lanes[LANES] = {0};
    uint32_t i = 0;
    for (; i + LANES <= dimension; i += LANES)
        for (int lane = 0; lane < LANES; lane++) {
            float size = fabsf(values[i + lane]);
            lanes[lane] = size > lanes[lane] ? size : lanes[lane];
        }
    for (; i < dimension; i++) lanes[0] = fabsf(values[i]) > lanes[0] ? fabsf(values[i]) : lanes[0];
    for (int lane = 1; lane < LANES; lane++) lanes[0] = lanes[lane] > lanes[0] ? lanes[lane] : lanes[0];
    return lanes[0];
}

// An upper bound of a length, from squares of rounded floats of a unit vector: each number is off by at most 2^-23 of
// the value that it was computed from.
static float length_above(double squares) { return (float)(sqrt(squares) * 1.0001) + 0x1p-21f; }

void vk_quantise(const float *values, uint32_t dimension, size_t row, uint8_t *codes, float *scales, float *errors) {
    float most = largest(values, dimension), scale = most / 127, inverse = most > 1e-30f ? 127 / most : 0;
    // Adding and subtracting 1.5 * 2^23 rounds to the nearest integer.
    const float round = 12582912;
    uint32_t groups = (dimension + 3) / 4;
    uint8_t *out = codes + row / VK_BLOCK_ROWS * groups * 64 + row % VK_BLOCK_ROWS * 4;
    float squares[LANES] = {0};
    for (uint32_t i = 0; i < groups * 4; i += LANES) {
        float some[LANES] = {0};
        uint8_t bytes[LANES];
        uint32_t count = dimension - i < LANES ? dimension - i : LANES;
        memcpy(some, values + i, count * sizeof *some);
        for (int lane = 0; lane < LANES; lane++) {
            float code = (some[lane] * inverse + round) - round, error = some[lane] - code * scale;
            squares[lane] += error * error;
            bytes[lane] = (uint8_t)((int)code + 128);
        }
        for (uint32_t group = 0; group < LANES / 4 && i / 4 + group < groups; group++)
            memcpy(out + (size_t)(i / 4 + group) * 64, bytes + group * 4, 4);
    }
    double sum = 0;
    for (int lane = 0; lane < LANES; lane++) sum += squares[lane];
    scales[row] = scale;
    errors[row] = length_above(sum);
}

void quantise_query(const float *values, uint32_t dimension, vk_precision precision, int8_t *high, int8_t *low, vk_query *query) {
    // Two sums of n products in two orders are each off by at most n * 2^-24. The rest covers scaling and comparing.
    float slack = (2 * (float)dimension + 32) * 0x1p-24f * 1.001f;
    *query = (vk_query){.values = values, .slack = slack};
    if (precision == vk_float32) return;
    uint32_t padded = (dimension + 3) / 4 * 4;
    // 32512 = 127 * 256, so that the high part is at most 127.
    float steps = low ? 32512 : 127, most = largest(values, dimension);
    float scale = most / steps, inverse = most > 1e-30f ? steps / most : 0;
    double error = 0, length = 0;
    int32_t high_sum = 0, low_sum = 0;
    for (uint32_t i = 0; i < padded; i++) {
        float value = i < dimension ? values[i] : 0;
        int32_t code = (int32_t)rintf(value * inverse);
        double decoded = (double)code * scale;
        error += (value - decoded) * (value - decoded);
        length += decoded * decoded;
        int32_t top = low ? (code + 128) >> 8 : code;
        high[i] = (int8_t)top;
        high_sum += top;
        if (low) {
            low[i] = (int8_t)(code - top * 256);
            low_sum += low[i];
        }
    }
    query->high = high;
    query->low = low;
    query->high_scale = low ? 256 * scale : scale;
    query->low_scale = scale;
    query->high_offset = 128 * high_sum;
    query->low_offset = 128 * low_sum;
    query->norm = length_above(length);
    query->slack += length_above(error);
}
