// Linear layers over 16-bit weights: inputs are rounded row by row, sums are exact integers.
typedef int32_t pair __attribute__((may_alias));

#define MULTIPLY multiply16
#define ELEMENT pair
#define VECTOR ints
#define SPREAD spread_pair
#define ADD_PRODUCTS add_products
#include "multiply.h"

// Rounds a row so that its largest magnitude becomes `max_code`. Returns the value of one unit.
INLINE float quantise(const float *x, size_t count, int32_t max_code, int16_t *codes) {
    vec top = spread(0);
    for (size_t i = 0; i < count; i += LANES) {
        vec value = load(x + i);
        top = higher(top, higher(value, -value));
    }
    float lanes[LANES], largest = 0;
    store(lanes, top);
    for (int i = 0; i < LANES; i++) largest = lanes[i] > largest ? lanes[i] : largest;
    vec scale = spread(largest > 1e-30f ? (float)max_code / largest : 0);
    for (size_t i = 0; i < count; i += 16) store_codes(codes + i, x + i, scale);
    return largest / (float)max_code;
}

INLINE void layer16_tile(
    const int rows, const ek_layer16 *layer, const int16_t *codes, const float *row_scales, const int16_t *panel,
    size_t column, ek_after after, float *y, const char *next, size_t lines
) {
    ints sums[LAYER_ROWS][3];
    size_t pairs = layer->inputs / 2;
    multiply16(
        rows, LAYER_VECTORS, (const pair *)codes, pairs, 1, (const pair *)panel, EK_PANEL, pairs, 1, next, lines, sums
    );
#pragma clang loop unroll(full)
    for (int v = 0; v < LAYER_VECTORS; v++) {
        vec bias = load(layer->bias + column + v * LANES), scale = load(layer->scales + column + v * LANES);
#pragma clang loop unroll(full)
        for (int r = 0; r < rows; r++) {
            float *out = y + r * layer->outputs + v * LANES;
            vec value = to_floats(sums[r][v]) * (spread(row_scales[r]) * scale) + bias;
            if (after == ek_gelu) value = gelu(value);
            store(out, after == ek_add ? value + load(out) : value);
        }
    }
}

static void linear16_block(
    const ek_layer16 *layer, const int16_t *codes, const float *row_scales, size_t rows, ek_after after, float *y
) {
    size_t tiles = (rows + LAYER_ROWS - 1) / LAYER_ROWS, pairs = layer->inputs / 2;
    for (size_t column = 0; column < layer->outputs; column += LAYER_VECTORS * LANES) {
        const int16_t *panel =
            layer->packed + column / EK_PANEL * EK_PANEL * layer->inputs + column % EK_PANEL * 2;
        const char *next = (const char *)(panel + EK_PANEL * layer->inputs);
        size_t lines = (EK_PANEL * STEPS / 16 + tiles - 1) / tiles;
        for (size_t tile = 0, row = 0; tile < tiles; tile++) {
            size_t end = rows * (tile + 1) / tiles;
            const int16_t *from = codes + row * layer->inputs;
            float *to = y + row * layer->outputs + column;
            switch (end - row) {
#define CASE(ROWS) \
    case ROWS: layer16_tile(ROWS, layer, from, row_scales + row, panel, column, after, to, next, lines); break;
                EACH_LAYER_ROWS(CASE)
#undef CASE
            }
            row = end;
            next += lines * 64 * (pairs / STEPS);
        }
    }
}

static void linear16(
    const ek_layer16 *layer, const float *x, size_t rows, ek_after after, float *y, void *scratch
) {
    float *row_scales = scratch;
    int16_t *codes = (int16_t *)(row_scales + BLOCK);
    size_t blocks = (rows + BLOCK - 1) / BLOCK;
    for (size_t block = 0, row = 0; block < blocks; block++) {
        size_t end = rows * (block + 1) / blocks, count = end - row;
        for (size_t i = 0; i < count; i++)
            row_scales[i] =
                quantise(x + (row + i) * layer->inputs, layer->inputs, layer->max_code, codes + i * layer->inputs);
        linear16_block(layer, codes, row_scales, count, after, y + row * layer->outputs);
        row = end;
    }
}
