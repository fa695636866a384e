#ifndef KERNELS_H
#define KERNELS_H

#include "CEncoderKernels.h"

struct ek_kernels {
    const char *name;
    void (*linear)(const ek_layer *layer, const float *x, size_t rows, ek_after after, float *y);
    void (*normalise)(const ek_norm *norm, float *rows, size_t count, size_t width);
    void (*attend)(const float *qkv, size_t tokens, size_t heads, float *context, float *scratch);
    void (*pool)(const float *rows, size_t count, size_t width, float *out);
};

#if defined(__x86_64__)
extern const ek_kernels ek_avx2;
extern const ek_kernels ek_avx512;

typedef void ek_linear16_function(
    const ek_layer16 *layer, const float *x, size_t rows, ek_after after, float *y, void *scratch
);
ek_linear16_function ek_linear16_avx2, ek_linear16_avx512vnni;
#endif

#endif
