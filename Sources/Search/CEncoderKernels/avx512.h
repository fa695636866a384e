// Vectors of AVX-512, for kernels that are written over LANES floats.
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

// Registers: 32. Of a layer's tile 8 x 3 hold sums, of attention's 12 x 2.
#define LANES 16
#define LAYER_ROWS 8
#define EACH_LAYER_ROWS(CASE) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8)
#define LAYER_VECTORS 3
#define HEAD_ROWS 12

typedef float vec __attribute__((vector_size(64)));
typedef int32_t ints __attribute__((vector_size(64)));

static inline __attribute__((always_inline)) vec spread(float x) { return (vec)_mm512_set1_ps(x); }
static inline __attribute__((always_inline)) vec higher(vec a, vec b) { return (vec)_mm512_max_ps((__m512)a, (__m512)b); }
static inline __attribute__((always_inline)) vec lower(vec a, vec b) { return (vec)_mm512_min_ps((__m512)a, (__m512)b); }
static inline __attribute__((always_inline)) float total(vec a) { return _mm512_reduce_add_ps((__m512)a); }

// 1 / a to the last bit or two: an estimate of 14 bits and one step of Newton's.
static inline __attribute__((always_inline)) vec reciprocal(vec a) {
    vec x = (vec)_mm512_rcp14_ps((__m512)a);
    return x * (spread(2) - a * x);
}

// out[column * stride + row] = rows[row][column] * scale, for 16 columns.
static inline void transpose(const float *const rows[LANES], float scale, float *out, size_t stride) {
    __m512 a[16], b[16];
    for (int i = 0; i < 16; i++) a[i] = _mm512_mul_ps(_mm512_loadu_ps(rows[i]), _mm512_set1_ps(scale));
    for (int i = 0; i < 8; i++) {
        b[2 * i] = _mm512_unpacklo_ps(a[2 * i], a[2 * i + 1]);
        b[2 * i + 1] = _mm512_unpackhi_ps(a[2 * i], a[2 * i + 1]);
    }
    for (int i = 0; i < 4; i++)
        for (int half = 0; half < 2; half++) {
            __m512d x = _mm512_castps_pd(b[4 * i + half]), y = _mm512_castps_pd(b[4 * i + 2 + half]);
            a[4 * i + 2 * half] = _mm512_castpd_ps(_mm512_unpacklo_pd(x, y));
            a[4 * i + 2 * half + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(x, y));
        }
    // a[4 * i + j] now holds columns j, 4 + j, 8 + j, 12 + j of rows 4i to 4i + 3.
    for (int j = 0; j < 4; j++) {
        __m512 low = _mm512_shuffle_f32x4(a[j], a[4 + j], 0x44), high = _mm512_shuffle_f32x4(a[j], a[4 + j], 0xee);
        __m512 low2 = _mm512_shuffle_f32x4(a[8 + j], a[12 + j], 0x44);
        __m512 high2 = _mm512_shuffle_f32x4(a[8 + j], a[12 + j], 0xee);
        _mm512_storeu_ps(out + j * stride, _mm512_shuffle_f32x4(low, low2, 0x88));
        _mm512_storeu_ps(out + (4 + j) * stride, _mm512_shuffle_f32x4(low, low2, 0xdd));
        _mm512_storeu_ps(out + (8 + j) * stride, _mm512_shuffle_f32x4(high, high2, 0x88));
        _mm512_storeu_ps(out + (12 + j) * stride, _mm512_shuffle_f32x4(high, high2, 0xdd));
    }
}

// Sixteen floats times `scale`, rounded to 16 bits.
static inline __attribute__((always_inline)) void store_codes(int16_t *out, const float *x, vec scale) {
    __m512i whole = _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_loadu_ps(x), (__m512)scale));
    _mm256_storeu_si256((__m256i *)out, _mm512_cvtepi32_epi16(whole));
}

static inline __attribute__((always_inline)) ints spread_pair(int32_t pair) { return (ints)_mm512_set1_epi32(pair); }
static inline __attribute__((always_inline)) vec to_floats(ints x) { return (vec)_mm512_cvtepi32_ps((__m512i)x); }
