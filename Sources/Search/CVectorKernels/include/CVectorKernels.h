// Exact nearest-neighbour scans over rows of unit vectors, for one query or many, at two precisions with equal results:
// fp32 and int8. The error of each row's int8 codes is bounded, so only rows that may be among the best are scored in
// fp32. The instruction set is chosen at run time; all of them give the same integers and the same final scores.
#ifndef CVECTORKERNELS_H
#define CVECTORKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Codes are stored in blocks of this many rows.
#define VK_BLOCK_ROWS 16
// Maximum number of queries per search: their codes fit into the first-level cache.
#define VK_MAX_QUERIES 64
// Up to this dimension, a sum of products of codes fits into 32 bits.
#define VK_MAX_DIMENSION 32768

// A row is deleted for readers whose clock is at or after the row's `deleted_at`; 0 means that it is live. Rows from
// `count` on may be partly written and are never read.
typedef struct {
    const uint8_t *codes;  // blocks of 16 rows: four dimensions of row 0, of row 1, ... of row 15, then the next four
    const float *scales;   // value = (code - 128) * scale
    const float *errors;   // at least the length of (row - its decoded codes)
    const float *values;   // row-major, `dimension` apart
    const uint32_t *deleted_at;
    const void *entries;   // 16 bytes per row, passed to `includes`
    uint32_t count;
    uint32_t clock;
} vk_span;

typedef struct vk_kernels vk_kernels;

// The fastest kernels that this processor supports.
const vk_kernels *vk_best(void);
// "avx512", "avx2" or "plain". NULL if the processor doesn't support them.
const vk_kernels *vk_named(const char *name);
const char *vk_name(const vk_kernels *kernels);

typedef enum { vk_int8, vk_float32 } vk_precision;

typedef struct {
    const vk_kernels *kernels;
    const vk_span *spans;
    size_t span_count;
    uint32_t dimension;
    const float *queries;  // unit vectors, `dimension` apart
    uint32_t query_count;  // 1 to VK_MAX_QUERIES
    size_t limit;          // at least 1
    vk_precision precision;
    bool (*includes)(void *context, const void *entry);  // or NULL
    void *context;
} vk_request;

typedef struct {
    float score;  // bitwise equal for equal vectors, regardless of position, precision and processor
    uint32_t span;
    uint32_t row;
} vk_match;

typedef struct {
    vk_match *found;
    size_t count;
} vk_result;

// Finds at least the best `limit` rows for each query, and all rows that tie with the last of them, in no particular
// order. Returns false if memory ran out. Otherwise the caller frees the results with vk_free.
bool vk_search(const vk_request *request, vk_result *answers);
void vk_free(vk_result *answers, uint32_t count);

// The size in bytes of the codes of `rows` rows, in whole blocks.
size_t vk_code_bytes(size_t rows, uint32_t dimension);
// Writes the codes, scale and error of row `row` of a span.
void vk_quantise(const float *values, uint32_t dimension, size_t row, uint8_t *codes, float *scales, float *errors);
// Deletes a row for readers that load their clock afterwards with acquire ordering.
void vk_set_deleted_at(uint32_t *deleted_at, uint32_t clock);

// Whether a reader of the span sees the row.
bool vk_is_visible(const vk_span *span, uint32_t row);

// XXH64 with seed 0 (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
uint64_t vk_checksum(const void *bytes, size_t count);

// Uninitialised memory for a chunk, in huge pages if it fills one. NULL if memory ran out.
void *vk_allocate(size_t bytes);
void vk_deallocate(void *memory, size_t bytes);

// Single steps, for tests and measurements.

// out[query * 16 + row] = sum of code * query over one block. `queries` are groups * 4 bytes each, at most 8 of them.
void vk_block_dots(
    const vk_kernels *kernels, const uint8_t *block, uint32_t groups, const int8_t *queries, uint32_t count, int32_t *out
);
// The final score: sixteen running sums, added in a fixed order, without fused multiply-add.
float vk_score(const vk_kernels *kernels, const float *a, const float *b, uint32_t dimension);

#endif
