// Functions of vectors, written over LANES floats: each instruction set includes this after its own vectors.
#include <math.h>

#pragma STDC FP_CONTRACT ON

#define INLINE static inline __attribute__((always_inline))

typedef vec loose __attribute__((aligned(4)));

INLINE vec load(const float *p) { return *(const loose *)p; }
INLINE void store(float *p, vec v) { *(loose *)p = v; }

// e^x for x up to 88; below -80 it stays at e^-80, so that products with it are not subnormal, which is slow.
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

// The prefetch distance, in elements of 32 bits.
#define AHEAD 384
#define STEPS 16
// Rows of a block: their inputs and outputs stay in the second-level cache while all weights are read once.
#define BLOCK 128
