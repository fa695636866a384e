// Weights of 4 bits, which are unpacked once when a model is loaded, and word by word.
#include <string.h>

#include "CEncoderKernels.h"

static float from_half(uint16_t half) {
    uint32_t sign = (uint32_t)(half >> 15) << 31, exponent = half >> 10 & 31, mantissa = half & 1023, bits;
    if (exponent == 0) {
        // Zero and numbers below the normal range.
        float value = (float)mantissa * 5.9604644775390625e-8f;
        return sign ? -value : value;
    }
    bits = exponent == 31 ? sign | 0x7F800000u | mantissa << 13 : sign | (exponent + 112) << 23 | mantissa << 13;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void ek_unpack4(const void *blocks, size_t count, float *weights) {
    const uint8_t *block = blocks;
    for (size_t i = 0; i < count; i++, block += EK_BLOCK4_BYTES, weights += 32) {
        uint16_t half;
        memcpy(&half, block, sizeof half);
        float unit = from_half(half);
        for (int j = 0; j < 16; j++) {
            weights[j] = (float)((block[2 + j] & 15) - 8) * unit;
            weights[j + 16] = (float)((block[2 + j] >> 4) - 8) * unit;
        }
    }
}
