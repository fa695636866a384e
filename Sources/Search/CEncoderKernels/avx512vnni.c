// VNNI multiplies pairs of 16-bit numbers and adds their products in one step: twice as many as of floats.
#if defined(__x86_64__)
#include "kernels.h"

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx512vnni,fma"))), apply_to = function)

#include "avx512.h"
#include "functions.h"

INLINE ints add_products(ints sums, ints a, ints b) {
    return (ints)_mm512_dpwssd_epi32((__m512i)sums, (__m512i)a, (__m512i)b);
}

#include "layer16.h"

void ek_linear16_avx512vnni(
    const ek_layer16 *layer, const float *x, size_t rows, ek_after after, float *y, void *scratch
) {
    linear16(layer, x, rows, after, y, scratch);
}

#pragma clang attribute pop
#endif
