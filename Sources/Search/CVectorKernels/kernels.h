// The operations that an instruction set provides, and the forms of a query that they read.
#ifndef KERNELS_H
#define KERNELS_H

#include "CVectorKernels.h"

// Queries per pass over a block.
#define VK_TILE 8

typedef struct {
    const float *values;
    // A single query has 16-bit codes in two parts, high * 256 + low. The second part halves the error at no cost in
    // time, because the scan is bound by memory. With several queries, each has one part.
    const int8_t *high;
    const int8_t *low;  // NULL with one part
    float high_scale, low_scale;
    int32_t high_offset, low_offset;  // 128 * sum of the codes: rows are stored with 128 added
    float norm;                       // of the decoded query, rounded up; multiplies a row's error
    float slack;                      // any other error of a score, in either direction
} vk_query;

// Lower and upper bounds of a block's scores.
typedef struct {
    float upper[VK_BLOCK_ROWS];
    float lower[VK_BLOCK_ROWS];
} vk_bounds;

struct vk_kernels {
    const char *name;
    // The first block from `block` on that has an upper bound of at least `threshold`, with its bounds; otherwise
    // `blocks`.
    uint32_t (*next_int8)(
        const vk_span *span, uint32_t groups, uint32_t block, uint32_t blocks, const vk_query *query, float threshold,
        vk_bounds *bounds
    );
    uint32_t (*next_float32)(
        const vk_span *span, uint32_t dimension, uint32_t block, uint32_t blocks, const vk_query *query,
        float threshold, vk_bounds *bounds
    );
    // The same for up to VK_TILE queries over one block. Sets a bit for each query whose bounds reach its threshold.
    uint32_t (*tile)(
        const vk_span *span, uint32_t groups, uint32_t block, const vk_query *queries, uint32_t count,
        const float *thresholds, vk_bounds *bounds
    );
    // The first multiple of 16 from `row` on where one of 16 scores is at least `threshold`; otherwise `rows`, which is
    // a multiple of 16.
    uint32_t (*next_score)(const float *scores, uint32_t row, uint32_t rows, float threshold);
    void (*dots)(const uint8_t *block, uint32_t groups, const int8_t *queries, uint32_t count, int32_t *out);
    float (*score)(const float *a, const float *b, uint32_t dimension);
};

extern const vk_kernels vk_plain;
#if defined(__x86_64__)
extern const vk_kernels vk_avx2;
extern const vk_kernels vk_avx512;
#endif

#endif
