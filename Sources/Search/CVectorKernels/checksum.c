#include "CVectorKernels.h"

#include <string.h>

static const uint64_t prime1 = 0x9E3779B185EBCA87u, prime2 = 0xC2B2AE3D27D4EB4Fu, prime3 = 0x165667B19E3779F9u,
                      prime4 = 0x85EBCA77C2B2AE63u, prime5 = 0x27D4EB2F165667C5u;

static uint64_t rotate(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

// Little-endian on every processor that Spotter runs on.
static uint64_t word(const uint8_t *p) {
    uint64_t word;
    memcpy(&word, p, 8);
    return word;
}

static uint64_t round_of(uint64_t lane, uint64_t input) { return rotate(lane + input * prime2, 31) * prime1; }

static uint64_t merge(uint64_t hash, uint64_t lane) { return (hash ^ round_of(0, lane)) * prime1 + prime4; }

uint64_t vk_checksum(const void *bytes, size_t count) {
    const uint8_t *p = bytes, *end = p + count;
    uint64_t hash = prime5;
    if (count >= 32) {
        uint64_t lanes[4] = {prime1 + prime2, prime2, 0, 0 - prime1};
        for (; end - p >= 32; p += 32)
            for (int i = 0; i < 4; i++) lanes[i] = round_of(lanes[i], word(p + 8 * i));
        hash = rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) + rotate(lanes[3], 18);
        for (int i = 0; i < 4; i++) hash = merge(hash, lanes[i]);
    }
    hash += count;
    for (; end - p >= 8; p += 8) hash = rotate(hash ^ round_of(0, word(p)), 27) * prime1 + prime4;
    if (end - p >= 4) {
        uint32_t half;
        memcpy(&half, p, 4);
        hash = rotate(hash ^ half * prime1, 23) * prime2 + prime3;
        p += 4;
    }
    for (; p < end; p++) hash = rotate(hash ^ *p * prime5, 11) * prime1;
    hash = (hash ^ hash >> 33) * prime2;
    hash = (hash ^ hash >> 29) * prime3;
    return hash ^ hash >> 32;
}
