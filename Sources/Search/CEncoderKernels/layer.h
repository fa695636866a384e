// Linear layers in floats, layer norms and pooling.
#define MULTIPLY multiply
#define ELEMENT float
#define VECTOR vec
#define SPREAD spread
#define ADD_PRODUCTS(sums, a, b) ((sums) + (a) * (b))
#include "multiply.h"

INLINE void layer_tile(
    const int rows, const ek_layer *layer, const float *x, const float *panel, const float *bias, ek_after after,
    float *y, const char *next, size_t lines
) {
    vec sums[LAYER_ROWS][3];
    multiply(
        rows, LAYER_VECTORS, x, layer->inputs, 1, panel, EK_PANEL, layer->inputs, 1, next, lines, sums
    );
#pragma clang loop unroll(full)
    for (int v = 0; v < LAYER_VECTORS; v++) {
        vec b = load(bias + v * LANES);
#pragma clang loop unroll(full)
        for (int r = 0; r < rows; r++) sums[r][v] += b;
    }
    if (after == ek_gelu)
        for (int v = 0; v < LAYER_VECTORS; v++)
            for (int r = 0; r < rows; r++) sums[r][v] = gelu(sums[r][v]);
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < LAYER_VECTORS; v++) {
            float *out = y + r * layer->outputs + v * LANES;
            store(out, after == ek_add ? sums[r][v] + load(out) : sums[r][v]);
        }
}

// Rows are divided into tiles of nearly equal height.
static void linear_block(const ek_layer *layer, const float *x, size_t rows, ek_after after, float *y) {
    size_t tiles = (rows + LAYER_ROWS - 1) / LAYER_ROWS;
    for (size_t column = 0; column < layer->outputs; column += LAYER_VECTORS * LANES) {
        const float *panel = layer->packed + column / EK_PANEL * EK_PANEL * layer->inputs + column % EK_PANEL;
        const float *bias = layer->bias + column;
        const char *next = (const char *)(panel + EK_PANEL * layer->inputs);
        size_t lines = (EK_PANEL * STEPS / 16 + tiles - 1) / tiles;
        for (size_t tile = 0, row = 0; tile < tiles; tile++) {
            size_t end = rows * (tile + 1) / tiles;
            const float *from = x + row * layer->inputs;
            float *to = y + row * layer->outputs + column;
            switch (end - row) {
#define CASE(ROWS) case ROWS: layer_tile(ROWS, layer, from, panel, bias, after, to, next, lines); break;
                EACH_LAYER_ROWS(CASE)
#undef CASE
            }
            row = end;
            next += lines * 64 * (layer->inputs / STEPS);
        }
    }
}

static void linear(const ek_layer *layer, const float *x, size_t rows, ek_after after, float *y) {
    size_t blocks = (rows + BLOCK - 1) / BLOCK;
    for (size_t block = 0, row = 0; block < blocks; block++) {
        size_t end = rows * (block + 1) / blocks;
        linear_block(layer, x + row * layer->inputs, end - row, after, y + row * layer->outputs);
        row = end;
    }
}

static void normalise(const ek_norm *norm, float *rows, size_t count, size_t width) {
    for (float *row = rows; row < rows + count * width; row += width) {
        vec sum = spread(0), squares = spread(0);
        for (size_t i = 0; i < width; i += LANES) sum += load(row + i);
        vec mean = spread(total(sum) / (float)width);
        for (size_t i = 0; i < width; i += LANES) {
            vec centred = load(row + i) - mean;
            squares += centred * centred;
        }
        vec scale = spread(1 / sqrtf(total(squares) / (float)width + norm->epsilon));
        for (size_t i = 0; i < width; i += LANES)
            store(row + i, (load(row + i) - mean) * scale * load(norm->weight + i) + load(norm->bias + i));
    }
}

static void pool(const float *rows, size_t count, size_t width, float *out) {
    vec squares = spread(0), share = spread(1 / (float)count);
    for (size_t i = 0; i < width; i += LANES) {
        vec sum = load(rows + i);
        for (size_t row = 1; row < count; row++) sum += load(rows + row * width + i);
        sum *= share;
        squares += sum * sum;
        store(out + i, sum);
    }
    float length = sqrtf(total(squares));
    vec scale = spread(1 / (length > 1e-30f ? length : 1e-30f));
    for (size_t i = 0; i < width; i += LANES) store(out + i, load(out + i) * scale);
}
