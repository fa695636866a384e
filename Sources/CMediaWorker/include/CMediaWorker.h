#pragma once
#include <stdint.h>
#include <sys/types.h>

// Images are decoded in a separate process, so that a vulnerability in a decoder reaches neither the server nor its
// data. Both sides are in C: `posix_spawn` and libvips take variable arguments, and the worker must allocate and open
// as little as possible once it is confined. libvips isn't linked but loaded when the worker starts.

/// The worker's exit status.
enum media_worker_status {
    MEDIA_WORKER_DONE = 0,
    /// The image can't be decoded.
    MEDIA_WORKER_DAMAGED = 10,
    MEDIA_WORKER_TOO_MANY_PIXELS = 11,
    /// libvips isn't installed.
    MEDIA_WORKER_NO_LIBRARY = 12,
    /// libvips is older than 8.13, which can't disable its less trusted decoders.
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

/// Runs the worker: confines the process, reads an image from standard input and writes to standard output: `SPM1`,
/// then width, height, size of the image and size of the thumbnail (32 bits each, big-endian), the image, the
/// thumbnail.
/// - Parameter format: the only decoder that is allowed, a `media_worker_format`.
/// - Returns: a `media_worker_status`.
int media_worker_run(int format, int64_t max_pixels, int64_t max_bytes);

/// Permanently restricts this process: memory, processor time and files are limited; there is no network, no other
/// program can be started, and only open files can be written.
void media_worker_confine(void);
/// Forbids opening files. Called once all libraries are loaded.
void media_worker_confine_files(void);

/// Runs a program with these two files as its standard input and output and no other open files, and waits for its end.
/// Blocks the calling thread. Kills the program after `timeout_ms`.
/// - Parameter status: as from `waitpid`.
/// - Returns: 0, `ETIMEDOUT`, or the error of `posix_spawn`.
int media_worker_spawn(
    const char *path, char *const arguments[], char *const environment[], int input, int output, int timeout_ms,
    int *status
);

int media_worker_exited(int status);
int media_worker_exit_status(int status);
