// AVX2 and FMA. Multiplies 16-bit halves, because the 8-bit multiply-add of this instruction set saturates.
#if defined(__x86_64__)
#include "kernels.h"

#include <immintrin.h>

#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)

static inline int32_t word(const int8_t *bytes) {
    int32_t word;
    __builtin_memcpy(&word, bytes, 4);
    return word;
}

// sums[0]: rows 0-7, sums[1]: rows 8-15
static inline void sums(const uint8_t *block, uint32_t groups, const int8_t *query, __m256i out[2]) {
    const __m256i low_bytes = _mm256_set1_epi16(0x00ff);
    __m256i a = _mm256_setzero_si256(), b = a;
    for (uint32_t group = 0; group < groups; group++) {
        __m256i q = _mm256_set1_epi32(word(query + group * 4));
        __m256i even = _mm256_srai_epi16(_mm256_slli_epi16(q, 8), 8), odd = _mm256_srai_epi16(q, 8);
        __m256i x = _mm256_loadu_si256((const __m256i *)(block + group * 64));
        __m256i y = _mm256_loadu_si256((const __m256i *)(block + group * 64 + 32));
        _mm_prefetch((const char *)(block + group * 64 + 4096), _MM_HINT_T0);
        a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_and_si256(x, low_bytes), even));
        a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_srli_epi16(x, 8), odd));
        b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_and_si256(y, low_bytes), even));
        b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_srli_epi16(y, 8), odd));
    }
    out[0] = a;
    out[1] = b;
}

static void dots(const uint8_t *block, uint32_t groups, const int8_t *queries, uint32_t count, int32_t *out) {
    for (uint32_t i = 0; i < count; i++) {
        __m256i both[2];
        sums(block, groups, queries + (size_t)i * groups * 4, both);
        for (int half = 0; half < 2; half++) _mm256_storeu_si256((__m256i *)(out + i * 16 + half * 8), both[half]);
    }
}

static inline __m256 scaled(__m256i sum, int32_t offset, float scale) {
    return _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_sub_epi32(sum, _mm256_set1_epi32(offset))), _mm256_set1_ps(scale));
}

static inline bool bound(__m256 score, __m256 width, float threshold, int half, vk_bounds *bounds) {
    __m256 upper = _mm256_add_ps(score, width);
    _mm256_storeu_ps(bounds->upper + half * 8, upper);
    _mm256_storeu_ps(bounds->lower + half * 8, _mm256_sub_ps(score, width));
    return _mm256_movemask_ps(_mm256_cmp_ps(upper, _mm256_set1_ps(threshold), _CMP_GE_OQ)) != 0;
}

static inline bool block_bounds(
    const vk_span *span, uint32_t groups, uint32_t block, const vk_query *query, float threshold, vk_bounds *bounds
) {
    const uint8_t *codes = span->codes + (size_t)block * groups * 64;
    __m256i high[2], low[2];
    sums(codes, groups, query->high, high);
    if (query->low) sums(codes, groups, query->low, low);
    bool hit = false;
    for (int half = 0; half < 2; half++) {
        size_t row = (size_t)block * 16 + half * 8;
        __m256 score = scaled(high[half], query->high_offset, query->high_scale);
        if (query->low) score = _mm256_add_ps(score, scaled(low[half], query->low_offset, query->low_scale));
        score = _mm256_mul_ps(score, _mm256_loadu_ps(span->scales + row));
        __m256 width = _mm256_fmadd_ps(
            _mm256_loadu_ps(span->errors + row), _mm256_set1_ps(query->norm), _mm256_set1_ps(query->slack)
        );
        hit |= bound(score, width, threshold, half, bounds);
    }
    return hit;
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

static inline float horizontal_sum(__m256 a, __m256 b) {
    a = _mm256_add_ps(a, b);
    __m128 c = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    c = _mm_add_ps(c, _mm_movehl_ps(c, c));
    return _mm_cvtss_f32(_mm_add_ss(c, _mm_shuffle_ps(c, c, 1)));
}

static float score(const float *a, const float *b, uint32_t dimension) {
    __m256 x = _mm256_setzero_ps(), y = x;
    uint32_t i = 0;
    for (; i + 16 <= dimension; i += 16) {
        x = _mm256_add_ps(x, _mm256_mul_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i)));
        y = _mm256_add_ps(y, _mm256_mul_ps(_mm256_loadu_ps(a + i + 8), _mm256_loadu_ps(b + i + 8)));
    }
    if (i == dimension) return horizontal_sum(x, y);
    float lanes[16];
    _mm256_storeu_ps(lanes, x);
    _mm256_storeu_ps(lanes + 8, y);
    for (; i < dimension; i++) lanes[i % 16] += a[i] * b[i];
    return horizontal_sum(_mm256_loadu_ps(lanes), _mm256_loadu_ps(lanes + 8));
}

static uint32_t next_float32(
    const vk_span *span, uint32_t dimension, uint32_t block, uint32_t blocks, const vk_query *query, float threshold,
    vk_bounds *bounds
) {
    for (; block < blocks; block++) {
        float scores[16];
        for (int row = 0; row < 16; row += 4) {
            const float *p = span->values + ((size_t)block * 16 + row) * dimension;
            __m256 s[4];
            for (int r = 0; r < 4; r++) s[r] = _mm256_setzero_ps();
            uint32_t i = 0;
            for (; i + 8 <= dimension; i += 8) {
                __m256 q = _mm256_loadu_ps(query->values + i);
                for (int r = 0; r < 4; r++) {
                    const float *values = p + (size_t)r * dimension + i;
                    _mm_prefetch((const char *)(values + 4 * (size_t)dimension), _MM_HINT_T0);
                    s[r] = _mm256_fmadd_ps(_mm256_loadu_ps(values), q, s[r]);
                }
            }
            for (int r = 0; r < 4; r++) {
                float sum = horizontal_sum(s[r], _mm256_setzero_ps());
                for (uint32_t j = i; j < dimension; j++) sum += p[(size_t)r * dimension + j] * query->values[j];
                scores[row + r] = sum;
            }
        }
        bool hit = false;
        for (int half = 0; half < 2; half++)
            hit |= bound(_mm256_loadu_ps(scores + half * 8), _mm256_set1_ps(query->slack), threshold, half, bounds);
        if (hit) return block;
    }
    return block;
}

static uint32_t next_score(const float *scores, uint32_t row, uint32_t rows, float threshold) {
    __m256 bar = _mm256_set1_ps(threshold);
    for (; row < rows; row += 16) {
        __m256 hits = _mm256_or_ps(
            _mm256_cmp_ps(_mm256_loadu_ps(scores + row), bar, _CMP_GE_OQ),
            _mm256_cmp_ps(_mm256_loadu_ps(scores + row + 8), bar, _CMP_GE_OQ)
        );
        if (_mm256_movemask_ps(hits)) return row;
    }
    return rows;
}

const vk_kernels vk_avx2 = {"avx2", next_int8, next_float32, tile, next_score, dots, score};

#pragma clang attribute pop
#endif
