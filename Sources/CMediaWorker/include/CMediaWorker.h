#pragma once
#include <stdint.h>
#include <sys/types.h>

// Pictures are decoded in a process of their own, so that a flaw in a decoder reaches neither the server nor its data.
// This is both sides of it in C: `posix_spawn` and libvips take variable arguments, and the worker's side must allocate
// and open as little as it can once it's locked in. libvips isn't linked: it's looked for when the worker starts.

/// How the worker ended: its exit status.
enum media_worker_status {
    MEDIA_WORKER_DONE = 0,
    /// The picture can't be decoded.
    MEDIA_WORKER_DAMAGED = 10,
    MEDIA_WORKER_TOO_MANY_PIXELS = 11,
    /// libvips isn't installed.
    MEDIA_WORKER_NO_LIBRARY = 12,
    /// libvips is older than 8.13, which can't be told to leave its less trusted decoders alone.
    MEDIA_WORKER_OLD_LIBRARY = 13,
    /// Reading, writing or memory failed.
    MEDIA_WORKER_FAILED = 14,
};

enum media_worker_format {
    MEDIA_WORKER_JPEG = 0,
    MEDIA_WORKER_PNG = 1,
    MEDIA_WORKER_WEBP = 2,
    MEDIA_WORKER_GIF = 3,
    MEDIA_WORKER_HEIF = 4,
};

/// The worker's whole work: locks itself in, reads a picture from standard input and writes to standard output `SPM1`,
/// then width, height, size of the picture, size of the thumbnail (32 bits each, big-endian), the picture, the thumbnail.
/// - Parameter format: the only decoder that is let in, a `media_worker_format`.
/// - Returns: a `media_worker_status`.
int media_worker_run(int format, int64_t max_pixels, int64_t max_bytes);

/// Limits what this process may do, for good: memory, processor time, files; no network, no other programs, no writing
/// but to what is open.
void media_worker_confine(void);
/// From now on nothing can be opened any more; for when all libraries are loaded.
void media_worker_confine_files(void);

/// Runs a program with these two files as its standard input and output and nothing else open, and waits for its end.
/// Blocks its thread. After `timeout_ms` the program is killed.
/// - Parameter status: as from `waitpid`.
/// - Returns: 0, `ETIMEDOUT`, or what `posix_spawn` says.
int media_worker_spawn(
    const char *path, char *const arguments[], char *const environment[], int input, int output, int timeout_ms,
    int *status
);

int media_worker_exited(int status);
int media_worker_exit_status(int status);
