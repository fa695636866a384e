// The kernels, written over vectors of LANES floats. Each instruction set includes this with its own registers.
#include <math.h>

#pragma STDC FP_CONTRACT ON

#define INLINE static inline __attribute__((always_inline))

typedef vec loose __attribute__((aligned(4)));

INLINE vec load(const float *p) { return *(const loose *)p; }
INLINE void store(float *p, vec v) { *(loose *)p = v; }

// e^x for x up to 88; below -80 it stays at e^-80, so that products with it are no subnormal numbers, which are slow.
// Cody-Waite: x = n ln 2 + r, the Taylor polynomial of e^r (remainder below 6e-9), 2^n straight into the exponent.
INLINE vec exponential(vec x) {
    x = higher(x, spread(-80));
    // Adding 1.5 * 2^23 rounds to the nearest integer, which then stands in the low bits.
    vec shifted = x * spread(1.44269504f) + spread(12582912);
    vec n = shifted - spread(12582912);
    vec r = x - n * spread(0.693359375f);
    r = r - n * spread(-2.12194440e-4f);
    vec p = r * spread(1.f / 5040) + spread(1.f / 720);
    p = p * r + spread(1.f / 120);
    p = p * r + spread(1.f / 24);
    p = p * r + spread(1.f / 6);
    p = p * r + spread(0.5f);
    p = p * r + spread(1);
    p = p * r + spread(1);
    return (vec)((ints)p + ((ints)shifted << 23));
}

// x / 2 * (1 + erf(x / sqrt 2)), erf(z) as z * P(z^2) / Q(z^2) on [-4, 4] (the coefficients that Eigen uses).
INLINE vec gelu(vec x) {
    vec z = lower(higher(x * spread(0.70710678f), spread(-4)), spread(4)), s = z * z;
    vec p = s * spread(-2.72614225801306e-10f) + spread(2.77068142495902e-08f);
    p = p * s + spread(-2.10102402082508e-06f);
    p = p * s + spread(-5.69250639462346e-05f);
    p = p * s + spread(-7.34990630326855e-04f);
    p = p * s + spread(-2.95459980854025e-03f);
    p = p * s + spread(-1.60960333262415e-02f);
    vec q = s * spread(-1.45660718464996e-05f) + spread(-2.13374055278905e-04f);
    q = q * s + spread(-1.68282697438203e-03f);
    q = q * s + spread(-7.37332916720468e-03f);
    q = q * s + spread(-1.42647390514189e-02f);
    vec half = x * spread(0.5f);
    return half * (z * p * reciprocal(q)) + half;
}

// Sums of products: out[row][vector] = a[row][k] * b[k][vector] over `steps` of k. All multiplications are made of it.
//
// `far`: b comes from far away, so that it is asked for AHEAD floats early, and `lines` cache lines from `next` on,
// which a later call reads, are fetched into the second-level cache for every STEPS steps.
#define AHEAD 384
#define STEPS 16

INLINE void multiply(
    const int rows, const int vectors, const float *a, size_t a_row, size_t a_step, const float *b, size_t b_step,
    size_t steps, const int far, const float *next, size_t lines, vec out[][3]
) {
    // A copy of its own, which the compiler keeps in registers.
    vec sums[12][3];
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++)
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++) sums[r][v] = spread(0);
    for (size_t k = 0; k < steps;) {
        if (far)
            for (size_t line = 0; line < lines; line++, next += 16) __builtin_prefetch(next, 0, 2);
        size_t end = steps - k > STEPS ? k + STEPS : steps;
        for (; k < end; k++, a += a_step, b += b_step) {
            vec column[3];
#pragma clang loop unroll(full)
            for (int v = 0; v < vectors; v++) {
                if (far) __builtin_prefetch(b + AHEAD + v * LANES);
                column[v] = load(b + v * LANES);
            }
#pragma clang loop unroll(full)
            for (int r = 0; r < rows; r++) {
                vec x = spread(a[r * a_row]);
#pragma clang loop unroll(full)
                for (int v = 0; v < vectors; v++) sums[r][v] += x * column[v];
            }
        }
    }
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++)
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++) out[r][v] = sums[r][v];
}

INLINE void layer_tile(
    const int rows, const ek_layer *layer, const float *x, const float *panel, const float *bias, ek_after after,
    float *y, const float *next, size_t lines
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

// Rows are cut into tiles of even height.
static void linear_block(const ek_layer *layer, const float *x, size_t rows, ek_after after, float *y) {
    size_t tiles = (rows + LAYER_ROWS - 1) / LAYER_ROWS;
    for (size_t column = 0; column < layer->outputs; column += LAYER_VECTORS * LANES) {
        const float *panel = layer->packed + column / EK_PANEL * EK_PANEL * layer->inputs + column % EK_PANEL;
        const float *bias = layer->bias + column, *next = panel + EK_PANEL * layer->inputs;
        size_t lines = (EK_PANEL * STEPS / 16 + tiles - 1) / tiles;
        for (size_t tile = 0, row = 0; tile < tiles; tile++) {
            size_t end = rows * (tile + 1) / tiles;
            const float *from = x + row * layer->inputs;
            float *to = y + row * layer->outputs + column;
            switch (end - row) {
#define CASE(ROWS) case ROWS: layer_tile(ROWS, layer, from, panel, bias, after, to, next, lines); break;
                CASE(1) CASE(2) CASE(3) CASE(4)
#if LAYER_ROWS > 4
                CASE(5) CASE(6)
#endif
#if LAYER_ROWS > 6
                CASE(7) CASE(8)
#endif
#undef CASE
            }
            row = end;
            next += lines * 16 * (layer->inputs / STEPS);
        }
    }
}

#define BLOCK 128

// Rows in blocks whose inputs and outputs stay in the second-level cache while all weights pass by.
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

// Queries of one pass of attention: they stand in the lanes, so that the softmax needs no sums across lanes.
#define QUERIES (2 * LANES)

// scores[key][query] = key * query, for a few keys and one pass of queries
INLINE void score_tile(
    const int rows, const int vectors, const float *keys, size_t stride, const float *queries, float *scores
) {
    vec sums[HEAD_ROWS][3];
    multiply(rows, vectors, keys, stride, 1, queries, QUERIES, EK_HEAD, 0, NULL, 0, sums);
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < vectors; v++) store(scores + r * QUERIES + v * LANES, sums[r][v]);
}

// context[query] = scores[key][query] * values[key] / sum[query], for a few queries and part of the head
INLINE void value_tile(
    const int rows, const float *scores, size_t tokens, const float *values, size_t stride, const float *shares,
    float *context, size_t context_stride
) {
    vec sums[HEAD_ROWS][3];
    multiply(rows, 2, scores, 1, QUERIES, values, stride, tokens, 0, NULL, 0, sums);
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < 2; v++) store(context + r * context_stride + v * LANES, sums[r][v] * spread(shares[r]));
}

#if HEAD_ROWS == 12
#define EACH_ROWS(CASE) \
    CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) CASE(9) CASE(10) CASE(11) CASE(12)
#else
#define EACH_ROWS(CASE) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#endif

INLINE void softmax(const int vectors, float *scores, size_t tokens, float *shares) {
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) {
        float *column = scores + v * LANES;
        vec top = load(column), sum = spread(0);
        for (size_t key = 1; key < tokens; key++) top = higher(top, load(column + key * QUERIES));
        for (size_t key = 0; key < tokens; key++) {
            vec power = exponential(load(column + key * QUERIES) - top);
            store(column + key * QUERIES, power);
            sum += power;
        }
        store(shares + v * LANES, spread(1) / sum);
    }
}

// One head for the queries from `first` on, `vectors` of lanes of them.
INLINE void attend_pass(
    const int vectors, const float *head, size_t tokens, size_t width, size_t first, float *context, float *scratch
) {
    static const float nothing[LANES] = {0};
    const size_t stride = 3 * width;
    float *queries = scratch, *scores = queries + 32 * EK_HEAD, *shares = scores + 32 * tokens;
    for (int v = 0; v < vectors; v++)
        for (size_t part = 0; part < EK_HEAD; part += LANES) {
            const float *rows[LANES];
            for (size_t i = 0; i < LANES; i++) {
                size_t query = first + v * LANES + i;
                rows[i] = query < tokens ? head + query * stride + part : nothing;
            }
            transpose(rows, 0.17677669529663689f, queries + part * QUERIES + v * LANES, QUERIES);
        }
    size_t tiles = (tokens + HEAD_ROWS - 1) / HEAD_ROWS;
    for (size_t tile = 0, key = 0; tile < tiles; tile++) {
        size_t end = tokens * (tile + 1) / tiles;
        const float *keys = head + width + key * stride;
        switch (end - key) {
#define CASE(ROWS) case ROWS: score_tile(ROWS, vectors, keys, stride, queries, scores + key * QUERIES); break;
            EACH_ROWS(CASE)
#undef CASE
        }
        key = end;
    }
    softmax(vectors, scores, tokens, shares);
    size_t count = tokens - first < (size_t)vectors * LANES ? tokens - first : (size_t)vectors * LANES;
    tiles = (count + HEAD_ROWS - 1) / HEAD_ROWS;
    for (size_t part = 0; part < EK_HEAD; part += 2 * LANES)
        for (size_t tile = 0, query = 0; tile < tiles; tile++) {
            size_t end = count * (tile + 1) / tiles;
            const float *values = head + 2 * width + part;
            float *out = context + (first + query) * width + part;
            switch (end - query) {
#define CASE(ROWS) \
    case ROWS: value_tile(ROWS, scores + query, tokens, values, stride, shares + query, out, width); break;
                EACH_ROWS(CASE)
#undef CASE
            }
            query = end;
        }
}

static void attend(const float *qkv, size_t tokens, size_t heads, float *context, float *scratch) {
    for (size_t head = 0; head < heads; head++)
        for (size_t first = 0; first < tokens; first += QUERIES) {
            const float *from = qkv + head * EK_HEAD;
            float *to = context + head * EK_HEAD;
            if (tokens - first > LANES) attend_pass(2, from, tokens, heads * EK_HEAD, first, to, scratch);
            else attend_pass(1, from, tokens, heads * EK_HEAD, first, to, scratch);
        }
}
