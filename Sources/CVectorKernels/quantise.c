#include "quantise.h"

#include <math.h>
#include <string.h>

size_t vk_code_bytes(size_t rows, uint32_t dimension) {
    return (rows + VK_BLOCK_ROWS - 1) / VK_BLOCK_ROWS * VK_BLOCK_ROWS * ((size_t)(dimension + 3) / 4 * 4);
}

void vk_set_died(uint32_t *died, uint32_t clock) { __atomic_store_n(died, clock, __ATOMIC_RELAXED); }

static float largest(const float *values, uint32_t dimension) {
    float most = 0;
    for (uint32_t i = 0; i < dimension; i++) {
        float size = fabsf(values[i]);
        most = size > most ? size : most;
    }
    return most;
}

// A bound from a sum of squares that was itself rounded.
static float length_above(double squares) { return (float)(sqrt(squares) * 1.00001) + 1e-9f; }

void vk_quantise(const float *values, uint32_t dimension, size_t row, uint8_t *codes, float *scales, float *errors) {
    uint32_t groups = (dimension + 3) / 4;
    float most = largest(values, dimension), scale = most / 127, inverse = most > 1e-30f ? 127 / most : 0;
    uint8_t *out = codes + row / VK_BLOCK_ROWS * groups * 64 + row % VK_BLOCK_ROWS * 4;
    double squares = 0;
    for (uint32_t group = 0; group < groups; group++) {
        uint8_t four[4] = {128, 128, 128, 128};
        for (uint32_t i = 0; i < 4 && group * 4 + i < dimension; i++) {
            float value = values[group * 4 + i], code = rintf(value * inverse);
            double error = (double)value - (double)code * scale;
            squares += error * error;
            four[i] = (uint8_t)((int)code + 128);
        }
        memcpy(out + (size_t)group * 64, four, 4);
    }
    scales[row] = scale;
    errors[row] = length_above(squares);
}

void quantise_query(const float *values, uint32_t dimension, vk_precision precision, int8_t *high, int8_t *low, vk_query *query) {
    // Two sums of n products, in two orders, each off by at most n * 2^-24; the rest is for scaling and comparing.
    float slack = (2 * (float)dimension + 32) * 0x1p-24f * 1.001f;
    *query = (vk_query){.values = values, .slack = slack};
    if (precision == vk_values) return;
    uint32_t padded = (dimension + 3) / 4 * 4;
    // (127 * 256) for the high part to end at 127.
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
