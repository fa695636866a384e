// What a transformer encoder computes, in fp32 on one thread: linear layers over weights that are packed once,
// attention, layer norms and pooling. The instruction set is chosen at run time; on a processor without kernels
// here, the caller multiplies with a BLAS.
#ifndef CENCODERKERNELS_H
#define CENCODERKERNELS_H

#include <stddef.h>
#include <stdint.h>

// Weights are packed in panels of this many outputs; a layer's outputs are a multiple of it.
#define EK_PANEL 48
// Width of an attention head.
#define EK_HEAD 32

typedef struct ek_kernels ek_kernels;

// The kernels for the fastest instruction set of this processor; NULL if there are none.
const ek_kernels *ek_best(void);
// The kernels for "avx512" or "avx2"; NULL if this processor lacks the instructions.
const ek_kernels *ek_named(const char *name);
const char *ek_name(const ek_kernels *kernels);

// Packs rows of weights as PyTorch stores them, [outputs x inputs], into `inputs * outputs` floats.
void ek_pack(const float *weights, size_t outputs, size_t inputs, float *packed);

// The step after y = x * weights + bias.
typedef enum {
    ek_plain,
    ek_gelu,  // exact (erf) GELU, off by at most 3e-7 * max(1, |x|)
    ek_add,   // added to what y holds
} ek_after;

typedef struct {
    const float *packed;  // aligned to 64 bytes
    const float *bias;
    size_t inputs, outputs;
} ek_layer;

// Rows are contiguous, in memory aligned to 64 bytes.
void ek_linear(
    const ek_kernels *kernels, const ek_layer *layer, const float *x, size_t rows, ek_after after, float *y
);

// The same over weights of 16 bits, half the bytes: `inputs` is a multiple of 32. Vectors are the same to about 1e-5 of
// their length.
typedef struct {
    const int16_t *packed;  // aligned to 64 bytes
    const float *scales;    // the value of one unit, for each output
    const float *bias;
    size_t inputs, outputs;
    int32_t max_code;  // inputs are rounded to -max_code...max_code, so that no sum of products exceeds 32 bits
} ek_layer16;

// Rounds and packs rows of weights as PyTorch stores them; returns `max_code`.
int32_t ek_pack16(const float *weights, size_t outputs, size_t inputs, int16_t *packed, float *scales);

// Bytes of a block of 32 weights of 4 bits: the value of one unit as a 16-bit float, then two weights in each byte, from
// which 8 is subtracted; the low halves are the first 16 weights.
#define EK_BLOCK4_BYTES 18

void ek_unpack4(const void *blocks, size_t count, float *weights);

// Bytes of scratch memory for layers of up to `inputs` inputs.
size_t ek_linear16_scratch(size_t inputs);

void ek_linear16(
    const ek_kernels *kernels, const ek_layer16 *layer, const float *x, size_t rows, ek_after after, float *y,
    void *scratch
);

// Scale and shift of a layer norm, and what is added to the variance.
typedef struct {
    const float *weight, *bias;
    float epsilon;
} ek_norm;

// Normalises rows in place; `width` is a multiple of 16.
void ek_normalise(const ek_kernels *kernels, const ek_norm *norm, float *rows, size_t count, size_t width);

// Floats of scratch memory for texts of up to `tokens` tokens.
size_t ek_attention_scratch(size_t tokens);

// context = softmax(Q * K' / sqrt(EK_HEAD)) * V for every head of one text. A row of `qkv` is the queries of all heads,
// then the keys, then the values.
void ek_attend(
    const ek_kernels *kernels, const float *qkv, size_t tokens, size_t heads, float *context, float *scratch
);

// The mean of `count` rows, scaled to length 1; `width` is a multiple of 16, `out` may be unaligned.
void ek_pool(const ek_kernels *kernels, const float *rows, size_t count, size_t width, float *out);

#endif
