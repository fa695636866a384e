// AVX-512 with VNNI: `vpdpbusd` multiplies unsigned codes by the signed query, four dimensions of sixteen rows at once.
#if defined(__x86_64__)
#include "kernels.h"

#include <immintrin.h>

#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), apply_to = function)

// Bytes ahead of the current row to prefetch.
#define PREFETCH_BYTES 1024

static inline __m512i word(const int8_t *bytes) {
    int32_t word;
    __builtin_memcpy(&word, bytes, 4);
    return _mm512_set1_epi32(word);
}

static inline void prefetch(const void *address) { _mm_prefetch((const char *)address, _MM_HINT_T0); }

// Sums over one block for a compile-time number of queries, which are `stride` bytes apart. The compiler keeps the sums
// in registers.
static inline __attribute__((always_inline)) void sums(
    const int count, const uint8_t *block, uint32_t groups, const int8_t *const *queries, __m512i *out
) {
    for (int i = 0; i < count; i++) out[i] = _mm512_setzero_si512();
    for (uint32_t group = 0; group < groups; group++) {
        __m512i x = _mm512_loadu_si512(block + (size_t)group * 64);
        prefetch(block + (size_t)group * 64 + PREFETCH_BYTES);
#pragma clang loop unroll(full)
        for (int i = 0; i < count; i++) out[i] = _mm512_dpbusd_epi32(out[i], x, word(queries[i] + (size_t)group * 4));
    }
}

// Both parts of one query. Four accumulators for each part hide the latency of the instruction.
static inline __attribute__((always_inline)) void two_part_sums(
    const uint8_t *block, uint32_t groups, const int8_t *high, const int8_t *low, __m512i *out
) {
    __m512i h[4], l[4];
    for (int i = 0; i < 4; i++) h[i] = l[i] = _mm512_setzero_si512();
    uint32_t group = 0;
    for (; group + 4 <= groups; group += 4) {
#pragma clang loop unroll(full)
        for (int i = 0; i < 4; i++) {
            const uint8_t *codes = block + (size_t)(group + i) * 64;
            prefetch(codes + PREFETCH_BYTES);
            __m512i x = _mm512_loadu_si512(codes);
            h[i] = _mm512_dpbusd_epi32(h[i], x, word(high + (size_t)(group + i) * 4));
            l[i] = _mm512_dpbusd_epi32(l[i], x, word(low + (size_t)(group + i) * 4));
        }
    }
    for (; group < groups; group++) {
        __m512i x = _mm512_loadu_si512(block + (size_t)group * 64);
        h[0] = _mm512_dpbusd_epi32(h[0], x, word(high + (size_t)group * 4));
        l[0] = _mm512_dpbusd_epi32(l[0], x, word(low + (size_t)group * 4));
    }
    out[0] = _mm512_add_epi32(_mm512_add_epi32(h[0], h[1]), _mm512_add_epi32(h[2], h[3]));
    out[1] = _mm512_add_epi32(_mm512_add_epi32(l[0], l[1]), _mm512_add_epi32(l[2], l[3]));
}

static inline __m512 scaled(__m512i sum, int32_t offset, float scale) {
    return _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_sub_epi32(sum, _mm512_set1_epi32(offset))), _mm512_set1_ps(scale));
}

static inline bool bound(__m512 score, __m512 width, float threshold, vk_bounds *bounds) {
    __m512 upper = _mm512_add_ps(score, width);
    if (!_mm512_cmp_ps_mask(upper, _mm512_set1_ps(threshold), _CMP_GE_OQ)) return false;
    _mm512_storeu_ps(bounds->upper, upper);
    _mm512_storeu_ps(bounds->lower, _mm512_sub_ps(score, width));
    return true;
}

static inline __m512 width(__m512 errors, const vk_query *query) {
    return _mm512_fmadd_ps(errors, _mm512_set1_ps(query->norm), _mm512_set1_ps(query->slack));
}

static uint32_t next_int8(
    const vk_span *span, uint32_t groups, uint32_t block, uint32_t blocks, const vk_query *query, float threshold,
    vk_bounds *bounds
) {
    for (; block < blocks; block++) {
        const uint8_t *codes = span->codes + (size_t)block * groups * 64;
        size_t row = (size_t)block * 16;
        __m512i parts[2];
        two_part_sums(codes, groups, query->high, query->low, parts);
        __m512 score = _mm512_add_ps(
            scaled(parts[0], query->high_offset, query->high_scale),
            scaled(parts[1], query->low_offset, query->low_scale)
        );
        score = _mm512_mul_ps(score, _mm512_loadu_ps(span->scales + row));
        if (bound(score, width(_mm512_loadu_ps(span->errors + row), query), threshold, bounds)) return block;
    }
    return block;
}

static inline __attribute__((always_inline)) uint32_t fixed_tile(
    const int count, const vk_span *span, uint32_t groups, uint32_t block, const vk_query *queries,
    const float *thresholds, vk_bounds *bounds
) {
    const int8_t *codes[VK_TILE];
    for (int i = 0; i < count; i++) codes[i] = queries[i].high;
    __m512i out[VK_TILE];
    sums(count, span->codes + (size_t)block * groups * 64, groups, codes, out);
    __m512 scales = _mm512_loadu_ps(span->scales + (size_t)block * 16);
    __m512 errors = _mm512_loadu_ps(span->errors + (size_t)block * 16);
    uint32_t hits = 0;
#pragma clang loop unroll(full)
    for (int i = 0; i < count; i++) {
        __m512 score = _mm512_mul_ps(scaled(out[i], queries[i].high_offset, queries[i].high_scale), scales);
        if (bound(score, width(errors, queries + i), thresholds[i], bounds + i)) hits |= 1u << i;
    }
    return hits;
}

#define EACH_COUNT(CASE) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8)

static uint32_t tile(
    const vk_span *span, uint32_t groups, uint32_t block, const vk_query *queries, uint32_t count,
    const float *thresholds, vk_bounds *bounds
) {
    switch (count) {
#define CASE(N) case N: return fixed_tile(N, span, groups, block, queries, thresholds, bounds);
        EACH_COUNT(CASE)
#undef CASE
    }
    return 0;
}

static void dots(const uint8_t *block, uint32_t groups, const int8_t *queries, uint32_t count, int32_t *out) {
    if (count == 2) {
        __m512i parts[2];
        two_part_sums(block, groups, queries, queries + (size_t)groups * 4, parts);
        for (int i = 0; i < 2; i++) _mm512_storeu_si512(out + i * 16, parts[i]);
        return;
    }
    const int8_t *each[VK_TILE];
    __m512i all[VK_TILE];
    for (uint32_t i = 0; i < count; i++) each[i] = queries + (size_t)i * groups * 4;
    switch (count) {
#define CASE(N) case N: sums(N, block, groups, each, all); break;
        EACH_COUNT(CASE)
#undef CASE
    }
    for (uint32_t i = 0; i < count; i++) _mm512_storeu_si512(out + i * 16, all[i]);
}

static float score(const float *a, const float *b, uint32_t dimension) {
    __m512 sum = _mm512_setzero_ps();
    uint32_t i = 0;
    for (; i + 16 <= dimension; i += 16)
        sum = _mm512_add_ps(sum, _mm512_mul_ps(_mm512_loadu_ps(a + i), _mm512_loadu_ps(b + i)));
    if (i < dimension) {
        __mmask16 rest = (__mmask16)((1u << (dimension - i)) - 1);
        __m512 product = _mm512_mul_ps(_mm512_maskz_loadu_ps(rest, a + i), _mm512_maskz_loadu_ps(rest, b + i));
        sum = _mm512_mask_add_ps(sum, rest, sum, product);
    }
    __m256 half = _mm256_add_ps(_mm512_castps512_ps256(sum), _mm512_extractf32x8_ps(sum, 1));
    __m128 quarter = _mm_add_ps(_mm256_castps256_ps128(half), _mm256_extractf128_ps(half, 1));
    quarter = _mm_add_ps(quarter, _mm_movehl_ps(quarter, quarter));
    return _mm_cvtss_f32(_mm_add_ss(quarter, _mm_shuffle_ps(quarter, quarter, 1)));
}

// The sums of sixteen vectors, as one vector.
static inline __m512 horizontal_sum(const __m512 *s) {
    __m512 t[8], u[4];
    for (int i = 0; i < 8; i++)
        t[i] = _mm512_add_ps(_mm512_unpacklo_ps(s[2 * i], s[2 * i + 1]), _mm512_unpackhi_ps(s[2 * i], s[2 * i + 1]));
    for (int i = 0; i < 4; i++) {
        __m512d a = _mm512_castps_pd(t[2 * i]), b = _mm512_castps_pd(t[2 * i + 1]);
        u[i] = _mm512_add_ps(
            _mm512_castpd_ps(_mm512_unpacklo_pd(a, b)), _mm512_castpd_ps(_mm512_unpackhi_pd(a, b))
        );
    }
    __m512 v = _mm512_add_ps(_mm512_shuffle_f32x4(u[0], u[1], 0x88), _mm512_shuffle_f32x4(u[0], u[1], 0xdd));
    __m512 w = _mm512_add_ps(_mm512_shuffle_f32x4(u[2], u[3], 0x88), _mm512_shuffle_f32x4(u[2], u[3], 0xdd));
    return _mm512_add_ps(_mm512_shuffle_f32x4(v, w, 0x88), _mm512_shuffle_f32x4(v, w, 0xdd));
}

static inline __m512 block_scores(const float *values, const float *query, uint32_t dimension) {
    __m512 s[16];
    __mmask16 rest = (__mmask16)((1u << (dimension % 16)) - 1);
#pragma clang loop unroll(full)
    for (int row = 0; row < 16; row += 4) {
        const float *p = values + (size_t)row * dimension;
        __m512 a[4];
        for (int r = 0; r < 4; r++) a[r] = _mm512_setzero_ps();
        uint32_t i = 0;
        for (; i + 16 <= dimension; i += 16) {
            __m512 q = _mm512_loadu_ps(query + i);
            for (int r = 0; r < 4; r++) {
                const float *x = p + (size_t)r * dimension + i;
                prefetch(x + 4 * (size_t)dimension);
                a[r] = _mm512_fmadd_ps(_mm512_loadu_ps(x), q, a[r]);
            }
        }
        if (rest) {
            __m512 q = _mm512_maskz_loadu_ps(rest, query + i);
            for (int r = 0; r < 4; r++)
                a[r] = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(rest, p + (size_t)r * dimension + i), q, a[r]);
        }
        for (int r = 0; r < 4; r++) s[row + r] = a[r];
    }
    return horizontal_sum(s);
}

static uint32_t next_float32(
    const vk_span *span, uint32_t dimension, uint32_t block, uint32_t blocks, const vk_query *query, float threshold,
    vk_bounds *bounds
) {
    for (; block < blocks; block++) {
        __m512 scores = block_scores(span->values + (size_t)block * 16 * dimension, query->values, dimension);
        if (bound(scores, _mm512_set1_ps(query->slack), threshold, bounds)) return block;
    }
    return block;
}

static uint32_t next_score(const float *scores, uint32_t row, uint32_t rows, float threshold) {
    __m512 bar = _mm512_set1_ps(threshold);
    for (; row < rows; row += 16)
        if (_mm512_cmp_ps_mask(_mm512_loadu_ps(scores + row), bar, _CMP_GE_OQ)) return row;
    return rows;
}

const vk_kernels vk_avx512 = {"avx512", next_int8, next_float32, tile, next_score, dots, score};

#pragma clang attribute pop
#endif
