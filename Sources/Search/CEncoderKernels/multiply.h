// Sums of products, of floats or of pairs of 16-bit numbers: each including file defines what MULTIPLY is made of.
//
// out[row][vector] = a[row][k] * b[k][vector] over `steps` of k.
//
// `far`: b is not in the cache, so it is prefetched AHEAD elements early. For every STEPS steps, `lines` cache lines
// from `next` on, which a later call reads, are prefetched into the second-level cache.
INLINE void MULTIPLY(
    const int rows, const int vectors, const ELEMENT *a, size_t a_row, size_t a_step, const ELEMENT *b, size_t b_step,
    size_t steps, const int far, const char *next, size_t lines, VECTOR out[][3]
) {
    // A local copy, which the compiler keeps in registers.
    VECTOR sums[12][3];
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++)
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++) sums[r][v] = (VECTOR){0};
    for (size_t k = 0; k < steps;) {
        if (far)
            for (size_t line = 0; line < lines; line++, next += 64) __builtin_prefetch(next, 0, 2);
        size_t end = steps - k > STEPS ? k + STEPS : steps;
        for (; k < end; k++, a += a_step, b += b_step) {
            VECTOR column[3];
#pragma clang loop unroll(full)
            for (int v = 0; v < vectors; v++) {
                if (far) __builtin_prefetch(b + AHEAD + v * LANES);
                column[v] = *(const VECTOR *)(b + v * LANES);
            }
#pragma clang loop unroll(full)
            for (int r = 0; r < rows; r++) {
                VECTOR x = SPREAD(a[r * a_row]);
#pragma clang loop unroll(full)
                for (int v = 0; v < vectors; v++) sums[r][v] = ADD_PRODUCTS(sums[r][v], x, column[v]);
            }
        }
    }
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++)
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++) out[r][v] = sums[r][v];
}

#undef MULTIPLY
#undef ELEMENT
#undef VECTOR
#undef SPREAD
#undef ADD_PRODUCTS
