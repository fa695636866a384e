// Exact nearest-neighbour scans over rows of unit vectors, one query or many, at two precisions that give equal results:
// fp32, and int8 codes whose error is bounded for every row, so that only rows that may be among the best are scored in
// fp32. The instruction set is chosen at run time; every one gives the same integers and the same final scores.
#ifndef CVECTORKERNELS_H
#define CVECTORKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Codes lie in blocks of this many rows.
#define VK_BLOCK_ROWS 16
// The most queries that one search takes at once: their codes stay in the first-level cache.
#define VK_MOST_QUERIES 64
// With this, a sum of products of codes fits into 32 bits.
#define VK_MOST_DIMENSIONS 32768

// A row is deleted for a reader whose clock is at or after the row's entry in `died`; 0 means that it lives.
// Rows from `count` on may be in the middle of being written and are never looked at.
typedef struct {
    const uint8_t *codes;  // blocks of 16 rows: four dimensions of row 0, of row 1, ... of row 15, then the next four
    const float *scales;   // value = (code - 128) * scale
    const float *errors;   // at least the length of (row - its decoded codes)
    const float *values;   // row-major, `dimension` apart
    const uint32_t *died;
    const void *entries;   // 16 bytes a row, handed to `includes`
    uint32_t count;
    uint32_t clock;
} vk_span;

typedef struct vk_kernels vk_kernels;

// The fastest set that this processor has.
const vk_kernels *vk_best(void);
// "avx512", "avx2" or "plain"; NULL when this processor lacks it.
const vk_kernels *vk_named(const char *name);
const char *vk_name(const vk_kernels *kernels);

typedef enum { vk_codes, vk_values } vk_precision;

typedef struct {
    const vk_kernels *kernels;
    const vk_span *spans;
    size_t span_count;
    uint32_t dimension;
    const float *queries;  // unit vectors, `dimension` apart
    uint32_t query_count;  // 1 to VK_MOST_QUERIES
    size_t limit;          // at least 1
    vk_precision precision;
    bool (*includes)(void *context, const void *entry);  // or NULL
    void *context;
} vk_request;

typedef struct {
    float score;  // the same bits for the same two vectors, whatever the place, the precision and the processor
    uint32_t span;
    uint32_t row;
} vk_found;

typedef struct {
    vk_found *found;
    size_t count;
} vk_answer;

// For every query at least the best `limit` rows, with all that tie with the last of them, in no order.
// False when memory ran out; otherwise the answers are the caller's to free with vk_free.
bool vk_search(const vk_request *request, vk_answer *answers);
void vk_free(vk_answer *answers, uint32_t count);

// Bytes of codes for so many rows, whole blocks.
size_t vk_code_bytes(size_t rows, uint32_t dimension);
// Writes the codes, scale and error of the row `row` of a span.
void vk_quantise(const float *values, uint32_t dimension, size_t row, uint8_t *codes, float *scales, float *errors);
// A row's death, seen by readers that take their clock afterwards with acquire ordering.
void vk_set_died(uint32_t *died, uint32_t clock);

// Whether a reader of the span sees the row.
bool vk_lives(const vk_span *span, uint32_t row);

// XXH64 with seed 0 (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
uint64_t vk_checksum(const void *bytes, size_t count);

// Memory for a chunk, with anything in it, in huge pages where it fills one; NULL when there is none.
void *vk_allocate(size_t bytes);
void vk_deallocate(void *memory, size_t bytes);

// The parts, for tests and measurements.

// out[query * 16 + row] = sum of code * query over one block; `queries` are groups * 4 bytes each, at most 8 of them.
void vk_block_dots(
    const vk_kernels *kernels, const uint8_t *block, uint32_t groups, const int8_t *queries, uint32_t count, int32_t *out
);
// The final score: sixteen running sums, folded in a fixed order, without fused multiply-add.
float vk_score(const vk_kernels *kernels, const float *a, const float *b, uint32_t dimension);

#endif
