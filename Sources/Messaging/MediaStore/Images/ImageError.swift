import Domain

/// Why an image couldn't be processed.
enum ImageError: Error, Sendable, Equatable {
    case damaged
    case tooManyPixels(Int64)
    /// More than this many bytes when decoded.
    case tooManyBytes(Int64)
    case timedOut
    /// Also if the worker's output is invalid.
    case crashed
    /// The worker was ended because it made a system call that no decoder makes.
    case forbiddenCall
    case libraryMissing
    case libraryOutdated
    /// The system can't confine the worker, so it did nothing.
    case unconfined
    case spawnFailed(String)

    /// Whether the same bytes may succeed later, so that they are kept.
    var isTransient: Bool {
        switch self {
        case .timedOut, .spawnFailed: true
        case .damaged, .tooManyPixels, .tooManyBytes, .crashed, .forbiddenCall, .libraryMissing, .libraryOutdated,
            .unconfined:
            false
        }
    }

    /// Whether the operator has to do something, or should know.
    var concernsOperator: Bool {
        switch self {
        case .forbiddenCall, .libraryMissing, .libraryOutdated, .unconfined, .spawnFailed: true
        case .damaged, .tooManyPixels, .tooManyBytes, .timedOut, .crashed: false
        }
    }

    /// The error that the API reports.
    var spotterError: SpotterError {
        switch self {
        case .damaged:
            .invalid("This picture is damaged or of a kind that can't be read; save it as JPEG or PNG and send that.")
        case .tooManyPixels(let limit):
            SpotterError(
                .tooLarge,
                "This picture has too many pixels: at most \(limit / 1_000_000) million are taken. Make it smaller."
            )
        case .tooManyBytes(let limit):
            SpotterError(
                .tooLarge,
                "This picture takes too much memory: at most \(limit >> 20) MB are taken once it's unpacked. Make it smaller, or save it with 8 bits a channel."
            )
        case .timedOut:
            SpotterError(
                .unavailable,
                "This picture took too long to process; try again, or send a smaller one.",
                retryable: true,
                retryAfterMs: 5000
            )
        case .crashed, .forbiddenCall:
            .invalid("This picture can't be processed safely; save it anew as JPEG or PNG and send that.")
        case .libraryMissing:
            SpotterError(
                .unavailable,
                "This server takes no pictures yet: its operator has to install libvips (Debian and Ubuntu: apt-get install libvips42). Other files work."
            )
        case .libraryOutdated:
            SpotterError(
                .unavailable,
                "This server takes no pictures yet: its libvips is too old; 8.13 or newer is needed. Other files work."
            )
        case .unconfined:
            SpotterError(
                .unavailable,
                "This server takes no pictures: its system can't confine the program that reads them (seccomp on x86-64 or arm64 Linux is needed). Other files work."
            )
        case .spawnFailed:
            SpotterError(
                .unavailable,
                "Pictures can't be processed at the moment; the server's log says why.",
                retryable: true,
                retryAfterMs: 5000
            )
        }
    }
}
