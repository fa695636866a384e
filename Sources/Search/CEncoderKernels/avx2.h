// Vectors of AVX2, for kernels that are written over LANES floats.
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

// Registers: 16. 6 x 2 hold sums.
#define LANES 8
#define LAYER_ROWS 6
#define EACH_LAYER_ROWS(CASE) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#define LAYER_VECTORS 2
#define HEAD_ROWS 6

typedef float vec __attribute__((vector_size(32)));
typedef int32_t ints __attribute__((vector_size(32)));

static inline __attribute__((always_inline)) vec spread(float x) { return (vec)_mm256_set1_ps(x); }
static inline __attribute__((always_inline)) vec higher(vec a, vec b) { return (vec)_mm256_max_ps((__m256)a, (__m256)b); }
static inline __attribute__((always_inline)) vec lower(vec a, vec b) { return (vec)_mm256_min_ps((__m256)a, (__m256)b); }
static inline __attribute__((always_inline)) vec reciprocal(vec a) { return spread(1) / a; }

static inline __attribute__((always_inline)) float total(vec a) {
    __m128 b = _mm_add_ps(_mm256_castps256_ps128((__m256)a), _mm256_extractf128_ps((__m256)a, 1));
    b = _mm_add_ps(b, _mm_movehl_ps(b, b));
    return _mm_cvtss_f32(_mm_add_ss(b, _mm_shuffle_ps(b, b, 1)));
}

// out[column * stride + row] = rows[row][column] * scale, for 8 columns.
static inline void transpose(const float *const rows[LANES], float scale, float *out, size_t stride) {
    __m256 a[8], b[8];
    for (int i = 0; i < 8; i++) a[i] = _mm256_mul_ps(_mm256_loadu_ps(rows[i]), _mm256_set1_ps(scale));
    for (int i = 0; i < 4; i++) {
        b[2 * i] = _mm256_unpacklo_ps(a[2 * i], a[2 * i + 1]);
        b[2 * i + 1] = _mm256_unpackhi_ps(a[2 * i], a[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++)
        for (int half = 0; half < 2; half++) {
            a[4 * i + 2 * half] = _mm256_shuffle_ps(b[4 * i + half], b[4 * i + 2 + half], 0x44);
            a[4 * i + 2 * half + 1] = _mm256_shuffle_ps(b[4 * i + half], b[4 * i + 2 + half], 0xee);
        }
    for (int j = 0; j < 4; j++) {
        _mm256_storeu_ps(out + j * stride, _mm256_permute2f128_ps(a[j], a[4 + j], 0x20));
        _mm256_storeu_ps(out + (4 + j) * stride, _mm256_permute2f128_ps(a[j], a[4 + j], 0x31));
    }
}

// Sixteen floats times `scale`, rounded to 16 bits.
static inline __attribute__((always_inline)) void store_codes(int16_t *out, const float *x, vec scale) {
    __m256i low = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(x), (__m256)scale));
    __m256i high = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(x + 8), (__m256)scale));
    _mm256_storeu_si256((__m256i *)out, _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xd8));
}

static inline __attribute__((always_inline)) ints spread_pair(int32_t pair) { return (ints)_mm256_set1_epi32(pair); }
static inline __attribute__((always_inline)) vec to_floats(ints x) { return (vec)_mm256_cvtepi32_ps((__m256i)x); }
