#include "files.h"
#include "CMediaWorker.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

int media_worker_read_all(uint8_t **bytes, size_t *count, size_t limit) {
    size_t capacity = 1 << 20;
    uint8_t *buffer = malloc(capacity);
    *count = 0;
    while (buffer) {
        ssize_t got = read(0, buffer + *count, capacity - *count);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 || *count + (size_t)got > limit) break;
        if (got == 0) {
            *bytes = buffer;
            return MEDIA_WORKER_DONE;
        }
        *count += (size_t)got;
        if (*count < capacity) continue;
        capacity *= 2;
        uint8_t *larger = realloc(buffer, capacity);
        if (!larger) break;
        buffer = larger;
    }
    return MEDIA_WORKER_FAILED;
}

int media_worker_write_all(const void *bytes, size_t count) {
    const uint8_t *next = bytes;
    while (count > 0) {
        ssize_t written = write(1, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return -1;
        next += written;
        count -= (size_t)written;
    }
    return 0;
}

void media_worker_put_be32(uint8_t *bytes, uint32_t value) {
    for (int index = 0; index < 4; index++) bytes[index] = (uint8_t)(value >> (24 - 8 * index));
}
