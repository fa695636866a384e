// Attention. The queries of one pass are spread over the lanes, so that the softmax needs no sums across lanes.
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

// One head for `vectors` vectors of queries, from `first` on.
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
