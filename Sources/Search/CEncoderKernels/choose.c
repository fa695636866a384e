#include "kernels.h"

#include <math.h>
#include <string.h>

static const ek_kernels *const all[] = {
#if defined(__x86_64__)
    &ek_avx512, &ek_avx2,
#endif
    NULL,
};

static int has(const ek_kernels *kernels) {
#if defined(__x86_64__)
    if (kernels == &ek_avx512) return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
    if (kernels == &ek_avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return 0;
}

const ek_kernels *ek_best(void) {
    for (size_t i = 0; all[i]; i++)
        if (has(all[i])) return all[i];
    return NULL;
}

const ek_kernels *ek_named(const char *name) {
    for (size_t i = 0; all[i]; i++)
        if (!strcmp(all[i]->name, name)) return has(all[i]) ? all[i] : NULL;
    return NULL;
}

const char *ek_name(const ek_kernels *kernels) { return kernels->name; }

void ek_pack(const float *weights, size_t outputs, size_t inputs, float *packed) {
    for (size_t panel = 0; panel < outputs / EK_PANEL; panel++)
        for (size_t column = 0; column < EK_PANEL; column++) {
            const float *row = weights + (panel * EK_PANEL + column) * inputs;
            float *out = packed + panel * EK_PANEL * inputs + column;
            for (size_t i = 0; i < inputs; i++) out[i * EK_PANEL] = row[i];
        }
}

#define MAX_WEIGHT 2047

int32_t ek_pack16(const float *weights, size_t outputs, size_t inputs, int16_t *packed, float *scales) {
    int64_t largest = 1;
    for (size_t output = 0; output < outputs; output++) {
        const float *row = weights + output * inputs;
        float top = 1e-30f;
        for (size_t i = 0; i < inputs; i++) top = fabsf(row[i]) > top ? fabsf(row[i]) : top;
        scales[output] = top / MAX_WEIGHT;
        int16_t *out = packed + output / EK_PANEL * EK_PANEL * inputs + output % EK_PANEL * 2;
        int64_t sum = 0;
        for (size_t i = 0; i < inputs; i++) {
            int16_t code = (int16_t)lrintf(row[i] / scales[output]);
            out[i / 2 * EK_PANEL * 2 + i % 2] = code;
            sum += code < 0 ? -code : code;
        }
        largest = sum > largest ? sum : largest;
    }
    // A sum of products is largest if the inputs have the signs of the weights.
    int64_t max_code = INT32_MAX / largest;
    return max_code < INT16_MAX ? (int32_t)max_code : INT16_MAX;
}

// The scales of a block of rows, then the rows.
size_t ek_linear16_scratch(size_t inputs) { return 128 * (sizeof(float) + inputs * sizeof(int16_t)); }

void ek_linear16(
    const ek_kernels *kernels, const ek_layer16 *layer, const float *x, size_t rows, ek_after after, float *y,
    void *scratch
) {
#if defined(__x86_64__)
    if (kernels == &ek_avx512 && __builtin_cpu_supports("avx512vnni"))
        ek_linear16_avx512vnni(layer, x, rows, after, y, scratch);
    else ek_linear16_avx2(layer, x, rows, after, y, scratch);
#endif
}

void ek_linear(
    const ek_kernels *kernels, const ek_layer *layer, const float *x, size_t rows, ek_after after, float *y
) {
    kernels->linear(layer, x, rows, after, y);
}

void ek_normalise(const ek_kernels *kernels, const ek_norm *norm, float *rows, size_t count, size_t width) {
    kernels->normalise(norm, rows, count, width);
}

// Queries of one pass, transposed; their scores, a row for each key; the sums of the scores.
size_t ek_attention_scratch(size_t tokens) { return 32 * EK_HEAD + 32 * tokens + 32; }

void ek_attend(
    const ek_kernels *kernels, const float *qkv, size_t tokens, size_t heads, float *context, float *scratch
) {
    kernels->attend(qkv, tokens, heads, context, scratch);
}

void ek_pool(const ek_kernels *kernels, const float *rows, size_t count, size_t width, float *out) {
    kernels->pool(rows, count, width, out);
}
