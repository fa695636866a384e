// The portable reference: other kernels are tested against it, and other processors run it.
#include "kernels.h"

#pragma STDC FP_CONTRACT OFF

static void sums(const uint8_t *block, uint32_t groups, const int8_t *query, int32_t *out) {
    for (int row = 0; row < VK_BLOCK_ROWS; row++) out[row] = 0;
    for (uint32_t group = 0; group < groups; group++)
        for (int row = 0; row < VK_BLOCK_ROWS; row++)
            for (int i = 0; i < 4; i++) out[row] += block[group * 64 + row * 4 + i] * query[group * 4 + i];
}

static void dots(const uint8_t *block, uint32_t groups, const int8_t *queries, uint32_t count, int32_t *out) {
    for (uint32_t i = 0; i < count; i++) sums(block, groups, queries + (size_t)i * groups * 4, out + i * VK_BLOCK_ROWS);
}

static bool bound(const float *scores, const float *widths, float threshold, vk_bounds *bounds) {
    bool hit = false;
    for (int row = 0; row < VK_BLOCK_ROWS; row++) {
        bounds->upper[row] = scores[row] + widths[row];
        bounds->lower[row] = scores[row] - widths[row];
        hit |= bounds->upper[row] >= threshold;
    }
    return hit;
}

static bool block_bounds(
    const vk_span *span, uint32_t groups, uint32_t block, const vk_query *query, float threshold, vk_bounds *bounds
) {
    const uint8_t *codes = span->codes + (size_t)block * groups * 64;
    const float *scales = span->scales + (size_t)block * VK_BLOCK_ROWS;
    const float *errors = span->errors + (size_t)block * VK_BLOCK_ROWS;
    int32_t high[VK_BLOCK_ROWS], low[VK_BLOCK_ROWS] = {0};
    float scores[VK_BLOCK_ROWS], widths[VK_BLOCK_ROWS];
    sums(codes, groups, query->high, high);
    if (query->low) sums(codes, groups, query->low, low);
    for (int row = 0; row < VK_BLOCK_ROWS; row++) {
        float sum = (float)(high[row] - query->high_offset) * query->high_scale;
        if (query->low) sum += (float)(low[row] - query->low_offset) * query->low_scale;
        scores[row] = sum * scales[row];
        widths[row] = errors[row] * query->norm + query->slack;
    }
    return bound(scores, widths, threshold, bounds);
}

static uint32_t next_int8(
    const vk_span *span, uint32_t groups, uint32_t block, uint32_t blocks, const vk_query *query, float threshold,
    vk_bounds *bounds
) {
    while (block < blocks && !block_bounds(span, groups, block, query, threshold, bounds)) block++;
    return block;
}

static uint32_t tile(
    const vk_span *span, uint32_t groups, uint32_t block, const vk_query *queries, uint32_t count,
    const float *thresholds, vk_bounds *bounds
) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < count; i++)
        if (block_bounds(span, groups, block, queries + i, thresholds[i], bounds + i)) hits |= 1u << i;
    return hits;
}

// Sixteen lanes, which fill four vectors of both SSE2 and NEON.
static float score(const float *a, const float *b, uint32_t dimension) {
    float lanes[16] = {0};
    uint32_t i = 0;
    for (; i + 16 <= dimension; i += 16)
        for (int lane = 0; lane < 16; lane++) lanes[lane] += a[i + lane] * b[i + lane];
    for (; i < dimension; i++) lanes[i % 16] += a[i] * b[i];
    for (int half = 8; half > 0; half /= 2)
        for (int lane = 0; lane < half; lane++) lanes[lane] += lanes[lane + half];
    return lanes[0];
}

static uint32_t next_float32(
    const vk_span *span, uint32_t dimension, uint32_t block, uint32_t blocks, const vk_query *query, float threshold,
    vk_bounds *bounds
) {
    for (; block < blocks; block++) {
        float scores[VK_BLOCK_ROWS], widths[VK_BLOCK_ROWS];
        for (int row = 0; row < VK_BLOCK_ROWS; row++) {
            const float *values = span->values + ((size_t)block * VK_BLOCK_ROWS + row) * dimension;
            scores[row] = score(values, query->values, dimension);
            widths[row] = query->slack;
        }
        if (bound(scores, widths, threshold, bounds)) return block;
    }
    return block;
}

static uint32_t next_score(const float *scores, uint32_t row, uint32_t rows, float threshold) {
    for (; row < rows; row += 16) {
        int hits = 0;
        for (int i = 0; i < 16; i++) hits |= scores[row + i] >= threshold;
        if (hits) return row;
    }
    return rows;
}

const vk_kernels vk_plain = {"plain", next_int8, next_float32, tile, next_score, dots, score};
