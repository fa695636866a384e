// One pass over all spans, then exact scores for the remaining candidates.
#include "candidates.h"
#include "quantise.h"

#include <cblas.h>
#include <stdlib.h>

// Rows per matrix multiplication with a batch of queries: the scores of 64 queries fit into the second-level cache.
#define GEMM_ROWS 512

typedef struct {
    const vk_request *request;
    vk_query queries[VK_MAX_QUERIES];
    vk_candidates best[VK_MAX_QUERIES];
} state;

static uint32_t blocks_of(const vk_span *span) { return (span->count + VK_BLOCK_ROWS - 1) / VK_BLOCK_ROWS; }

bool vk_is_visible(const vk_span *span, uint32_t row) {
    uint32_t deleted_at = __atomic_load_n(span->deleted_at + row, __ATOMIC_RELAXED);
    return deleted_at == 0 || deleted_at > span->clock;
}

// Collects the rows of a block that the reader may see and whose upper bound reaches the threshold.
static void collect(state *s, uint32_t query, uint32_t span_index, uint32_t block, const vk_bounds *bounds) {
    const vk_request *r = s->request;
    const vk_span *span = r->spans + span_index;
    vk_candidates *best = s->best + query;
    uint32_t first = block * VK_BLOCK_ROWS;
    uint32_t count = span->count - first < VK_BLOCK_ROWS ? span->count - first : VK_BLOCK_ROWS;
    for (uint32_t i = 0; i < count; i++) {
        if (!(bounds->upper[i] >= best->threshold)) continue;
        if (!vk_is_visible(span, first + i)) continue;
        if (r->includes && !r->includes(r->context, (const char *)span->entries + (size_t)(first + i) * 16)) continue;
        candidates_add(best, bounds->upper[i], bounds->lower[i], span_index, first + i);
    }
}

// Prefetches the start of a span: the hardware prefetcher doesn't follow the jump to another place in memory.
static void prefetch_span(const state *s, size_t span) {
    if (span >= s->request->span_count) return;
    const char *start = s->request->precision == vk_int8 ? (const char *)s->request->spans[span].codes
                                                          : (const char *)s->request->spans[span].values;
    for (int line = 0; line < 64; line++) __builtin_prefetch(start + line * 64);
}

static void scan_one(state *s, uint32_t query) {
    const vk_request *r = s->request;
    uint32_t groups = (r->dimension + 3) / 4;
    vk_bounds bounds;
    for (size_t i = 0; i < r->span_count; i++) {
        const vk_span *span = r->spans + i;
        uint32_t blocks = blocks_of(span);
        prefetch_span(s, i + 1);
        for (uint32_t block = 0;; block++) {
            float threshold = s->best[query].threshold;
            block = r->precision == vk_int8
                ? r->kernels->next_int8(span, groups, block, blocks, s->queries + query, threshold, &bounds)
                : r->kernels->next_float32(span, r->dimension, block, blocks, s->queries + query, threshold, &bounds);
            if (block >= blocks) break;
            collect(s, query, (uint32_t)i, block, &bounds);
        }
    }
}

static void scan_tiles(state *s) {
    const vk_request *r = s->request;
    uint32_t groups = (r->dimension + 3) / 4;
    vk_bounds bounds[VK_TILE];
    float thresholds[VK_MAX_QUERIES];
    for (uint32_t query = 0; query < r->query_count; query++) thresholds[query] = s->best[query].threshold;
    for (size_t i = 0; i < r->span_count; i++) {
        const vk_span *span = r->spans + i;
        prefetch_span(s, i + 1);
        for (uint32_t block = 0, blocks = blocks_of(span); block < blocks; block++) {
            for (uint32_t first = 0; first < r->query_count; first += VK_TILE) {
                uint32_t count = r->query_count - first < VK_TILE ? r->query_count - first : VK_TILE;
                uint32_t hits =
                    r->kernels->tile(span, groups, block, s->queries + first, count, thresholds + first, bounds);
                for (; hits; hits &= hits - 1) {
                    uint32_t tile = (uint32_t)__builtin_ctz(hits), query = first + tile;
                    collect(s, query, (uint32_t)i, block, bounds + tile);
                    thresholds[query] = s->best[query].threshold;
                }
            }
        }
    }
}

static void collect_scores(state *s, uint32_t query, uint32_t span, uint32_t first, uint32_t rows, const float *scores) {
    float slack = s->queries[query].slack;
    uint32_t padded = (rows + VK_BLOCK_ROWS - 1) / VK_BLOCK_ROWS * VK_BLOCK_ROWS;
    vk_bounds bounds;
    for (uint32_t row = 0;; row += VK_BLOCK_ROWS) {
        row = s->request->kernels->next_score(scores, row, padded, s->best[query].threshold - slack);
        if (row >= padded) return;
        for (int i = 0; i < VK_BLOCK_ROWS; i++) {
            bounds.upper[i] = scores[row + i] + slack;
            bounds.lower[i] = scores[row + i] - slack;
        }
        collect(s, query, span, (first + row) / VK_BLOCK_ROWS, &bounds);
    }
}

// From two queries on, BLAS is faster than a loop over the queries.
static bool scan_matrices(state *s) {
    const vk_request *r = s->request;
    float *scores = calloc((size_t)r->query_count * GEMM_ROWS, sizeof *scores);
    if (!scores) return false;
    for (size_t i = 0; i < r->span_count; i++) {
        const vk_span *span = r->spans + i;
        for (uint32_t first = 0; first < span->count; first += GEMM_ROWS) {
            uint32_t rows = span->count - first < GEMM_ROWS ? span->count - first : GEMM_ROWS;
            cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasTrans, (int)r->query_count, (int)rows, (int)r->dimension, 1, r->queries,
                (int)r->dimension, span->values + (size_t)first * r->dimension, (int)r->dimension, 0, scores, GEMM_ROWS
            );
            for (uint32_t query = 0; query < r->query_count; query++)
                collect_scores(s, query, (uint32_t)i, first, rows, scores + (size_t)query * GEMM_ROWS);
        }
    }
    free(scores);
    return true;
}

static void prefetch_row(const vk_request *r, const vk_candidate *candidate) {
    const char *row = (const char *)(r->spans[candidate->span].values + (size_t)candidate->row * r->dimension);
    for (size_t byte = 0; byte < (size_t)r->dimension * 4; byte += 64) __builtin_prefetch(row + byte);
}

static bool rank(state *s, uint32_t query, vk_result *answer) {
    const vk_request *r = s->request;
    vk_candidates *best = s->best + query;
    if (best->failed) return false;
    candidates_prune(best);
    answer->found = malloc((best->count ? best->count : 1) * sizeof *answer->found);
    if (!answer->found) return false;
    enum { ahead = 4 };
    for (size_t i = 0; i < ahead && i < best->count; i++) prefetch_row(r, best->candidates + i);
    for (size_t i = 0; i < best->count; i++) {
        if (i + ahead < best->count) prefetch_row(r, best->candidates + i + ahead);
        const vk_candidate *candidate = best->candidates + i;
        const float *row = r->spans[candidate->span].values + (size_t)candidate->row * r->dimension;
        float score = r->kernels->score(s->queries[query].values, row, r->dimension);
        answer->found[answer->count++] = (vk_match){score, candidate->span, candidate->row};
    }
    return true;
}

static bool scan(state *s) {
    const vk_request *r = s->request;
    if (r->query_count == 1) {
        scan_one(s, 0);
        return true;
    }
    if (r->precision == vk_float32) return scan_matrices(s);
    scan_tiles(s);
    return true;
}

bool vk_search(const vk_request *request, vk_result *answers) {
    uint32_t count = request->query_count;
    size_t padded = (size_t)(request->dimension + 3) / 4 * 4;
    for (uint32_t query = 0; query < count; query++) answers[query] = (vk_result){NULL, 0};
    state *s = calloc(1, sizeof *s);
    int8_t *codes = malloc(padded * (count + 1));
    bool succeeded = s && codes;
    if (succeeded) {
        s->request = request;
        for (uint32_t query = 0; query < count; query++) {
            quantise_query(
                request->queries + (size_t)query * request->dimension, request->dimension, request->precision,
                codes + query * padded, count == 1 ? codes + padded : NULL, s->queries + query
            );
            succeeded &= candidates_init(s->best + query, request->limit);
        }
        succeeded = succeeded && scan(s);
        for (uint32_t query = 0; query < count; query++) {
            succeeded = succeeded && rank(s, query, answers + query);
            candidates_free(s->best + query);
        }
    }
    free(codes);
    free(s);
    if (!succeeded) vk_free(answers, count);
    return succeeded;
}

void vk_free(vk_result *answers, uint32_t count) {
    for (uint32_t query = 0; query < count; query++) {
        free(answers[query].found);
        answers[query] = (vk_result){NULL, 0};
    }
}
