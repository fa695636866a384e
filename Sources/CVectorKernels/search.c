// One pass over all spans, then exact scores for what's left.
#include "best.h"
#include "quantise.h"

#include <cblas.h>
#include <stdlib.h>

// Rows that are multiplied with a batch of queries at once: the scores of 64 queries stay in the second-level cache.
#define GEMM_ROWS 512

typedef struct {
    const vk_request *request;
    vk_query queries[VK_MOST_QUERIES];
    vk_best_rows best[VK_MOST_QUERIES];
} state;

static uint32_t blocks_of(const vk_span *span) { return (span->count + VK_BLOCK_ROWS - 1) / VK_BLOCK_ROWS; }

bool vk_lives(const vk_span *span, uint32_t row) {
    uint32_t died = __atomic_load_n(span->died + row, __ATOMIC_RELAXED);
    return died == 0 || died > span->clock;
}

// The rows of a block that the reader may see and whose bounds say that they may be among the best.
static void take(state *s, uint32_t query, uint32_t span_index, uint32_t block, const vk_bounds *bounds) {
    const vk_request *r = s->request;
    const vk_span *span = r->spans + span_index;
    vk_best_rows *best = s->best + query;
    uint32_t first = block * VK_BLOCK_ROWS;
    uint32_t count = span->count - first < VK_BLOCK_ROWS ? span->count - first : VK_BLOCK_ROWS;
    for (uint32_t i = 0; i < count; i++) {
        if (!(bounds->upper[i] >= best->threshold)) continue;
        if (!vk_lives(span, first + i)) continue;
        if (r->includes && !r->includes(r->context, (const char *)span->entries + (size_t)(first + i) * 16)) continue;
        best_add(best, bounds->upper[i], bounds->lower[i], span_index, first + i);
    }
}

// A span begins elsewhere in memory, where the processor doesn't look ahead by itself.
static void fetch_start(const state *s, size_t span) {
    if (span >= s->request->span_count) return;
    const char *start = s->request->precision == vk_codes ? (const char *)s->request->spans[span].codes
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
        fetch_start(s, i + 1);
        for (uint32_t block = 0;; block++) {
            float threshold = s->best[query].threshold;
            block = r->precision == vk_codes
                ? r->kernels->next_codes(span, groups, block, blocks, s->queries + query, threshold, &bounds)
                : r->kernels->next_values(span, r->dimension, block, blocks, s->queries + query, threshold, &bounds);
            if (block >= blocks) break;
            take(s, query, (uint32_t)i, block, &bounds);
        }
    }
}

static void scan_tiles(state *s) {
    const vk_request *r = s->request;
    uint32_t groups = (r->dimension + 3) / 4;
    vk_bounds bounds[VK_TILE];
    float thresholds[VK_MOST_QUERIES];
    for (uint32_t query = 0; query < r->query_count; query++) thresholds[query] = s->best[query].threshold;
    for (size_t i = 0; i < r->span_count; i++) {
        const vk_span *span = r->spans + i;
        fetch_start(s, i + 1);
        for (uint32_t block = 0, blocks = blocks_of(span); block < blocks; block++) {
            for (uint32_t first = 0; first < r->query_count; first += VK_TILE) {
                uint32_t count = r->query_count - first < VK_TILE ? r->query_count - first : VK_TILE;
                uint32_t hits =
                    r->kernels->tile(span, groups, block, s->queries + first, count, thresholds + first, bounds);
                for (; hits; hits &= hits - 1) {
                    uint32_t tile = (uint32_t)__builtin_ctz(hits), query = first + tile;
                    take(s, query, (uint32_t)i, block, bounds + tile);
                    thresholds[query] = s->best[query].threshold;
                }
            }
        }
    }
}

static void take_scores(state *s, uint32_t query, uint32_t span, uint32_t first, uint32_t rows, const float *scores) {
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
        take(s, query, span, (first + row) / VK_BLOCK_ROWS, &bounds);
    }
}

// BLAS multiplies faster than any loop of ours as soon as there are several queries.
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
                take_scores(s, query, (uint32_t)i, first, rows, scores + (size_t)query * GEMM_ROWS);
        }
    }
    free(scores);
    return true;
}

static void fetch_row(const vk_request *r, const vk_candidate *candidate) {
    const char *row = (const char *)(r->spans[candidate->span].values + (size_t)candidate->row * r->dimension);
    for (size_t byte = 0; byte < (size_t)r->dimension * 4; byte += 64) __builtin_prefetch(row + byte);
}

static bool rank(state *s, uint32_t query, vk_answer *answer) {
    const vk_request *r = s->request;
    vk_best_rows *best = s->best + query;
    if (best->failed) return false;
    best_prune(best);
    answer->found = malloc((best->count ? best->count : 1) * sizeof *answer->found);
    if (!answer->found) return false;
    enum { ahead = 4 };
    for (size_t i = 0; i < ahead && i < best->count; i++) fetch_row(r, best->candidates + i);
    for (size_t i = 0; i < best->count; i++) {
        if (i + ahead < best->count) fetch_row(r, best->candidates + i + ahead);
        const vk_candidate *candidate = best->candidates + i;
        const float *row = r->spans[candidate->span].values + (size_t)candidate->row * r->dimension;
        float score = r->kernels->score(s->queries[query].values, row, r->dimension);
        answer->found[answer->count++] = (vk_found){score, candidate->span, candidate->row};
    }
    return true;
}

static bool scan(state *s) {
    const vk_request *r = s->request;
    if (r->query_count == 1) {
        scan_one(s, 0);
        return true;
    }
    if (r->precision == vk_values) return scan_matrices(s);
    scan_tiles(s);
    return true;
}

bool vk_search(const vk_request *request, vk_answer *answers) {
    uint32_t count = request->query_count;
    size_t padded = (size_t)(request->dimension + 3) / 4 * 4;
    for (uint32_t query = 0; query < count; query++) answers[query] = (vk_answer){NULL, 0};
    state *s = calloc(1, sizeof *s);
    int8_t *codes = malloc(padded * (count + 1));
    bool done = s && codes;
    if (done) {
        s->request = request;
        for (uint32_t query = 0; query < count; query++) {
            quantise_query(
                request->queries + (size_t)query * request->dimension, request->dimension, request->precision,
                codes + query * padded, count == 1 ? codes + padded : NULL, s->queries + query
            );
            done &= best_make(s->best + query, request->limit);
        }
        done = done && scan(s);
        for (uint32_t query = 0; query < count; query++) {
            done = done && rank(s, query, answers + query);
            best_drop(s->best + query);
        }
    }
    free(codes);
    free(s);
    if (!done) vk_free(answers, count);
    return done;
}

void vk_free(vk_answer *answers, uint32_t count) {
    for (uint32_t query = 0; query < count; query++) {
        free(answers[query].found);
        answers[query] = (vk_answer){NULL, 0};
    }
}
