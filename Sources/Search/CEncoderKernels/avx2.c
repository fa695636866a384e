#if defined(__x86_64__)
#include "kernels.h"

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)

#include "avx2.h"
#include "functions.h"
#include "layer.h"
#include "attention.h"

INLINE ints add_products(ints sums, ints a, ints b) {
    return sums + (ints)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

#include "layer16.h"

const ek_kernels ek_avx2 = {"avx2", linear, normalise, attend, pool};

void ek_linear16_avx2(
    const ek_layer16 *layer, const float *x, size_t rows, ek_after after, float *y, void *scratch
) {
    linear16(layer, x, rows, after, y, scratch);
}

#pragma clang attribute pop
#endif
