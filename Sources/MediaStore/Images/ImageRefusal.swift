import Domain

/// Why there is no picture.
enum ImageRefusal: Error, Sendable, Equatable {
    case damaged
    case tooManyPixels(Int64)
    case tookTooLong
    /// Also for output that makes no sense.
    case crashed
    case noLibrary
    case oldLibrary
    case notStarted(String)

    /// Whether the same bytes may do better another time, so that they're kept.
    var isTransient: Bool {
        switch self {
        case .tookTooLong, .notStarted: true
        case .damaged, .tooManyPixels, .crashed, .noLibrary, .oldLibrary: false
        }
    }

    var shown: SpotterError {
        switch self {
        case .damaged:
            .invalid("This picture is damaged or of a kind that can't be read; save it as JPEG or PNG and send that.")
        case .tooManyPixels(let limit):
            SpotterError(
                .tooLarge,
                "This picture has too many pixels: at most \(limit / 1_000_000) million are taken. Make it smaller."
            )
        case .tookTooLong:
            SpotterError(
                .unavailable,
                "This picture took too long to process; try again, or send a smaller one.",
                retryable: true,
                retryAfterMs: 5000
            )
        case .crashed:
            .invalid("This picture can't be processed safely; save it anew as JPEG or PNG and send that.")
        case .noLibrary:
            SpotterError(
                .unavailable,
                "This server takes no pictures yet: its operator has to install libvips (Debian and Ubuntu: apt-get install libvips42). Other files work."
            )
        case .oldLibrary:
            SpotterError(
                .unavailable,
                "This server takes no pictures yet: its libvips is too old; 8.13 or newer is needed. Other files work."
            )
        case .notStarted:
            SpotterError(
                .unavailable,
                "Pictures can't be processed at the moment; the server's log says why.",
                retryable: true,
                retryAfterMs: 5000
            )
        }
    }
}
