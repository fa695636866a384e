import CMediaWorker

/// The child processes that decode files: the implementation of `spotter media-worker` and `spotter document-worker`.
public enum MediaWorker {
    /// Reads an image from standard input, writes the result to standard output and exits.
    /// - Parameters:
    ///   - maxPixels: of all frames together.
    ///   - maxDecodedBytes: of all frames together.
    ///   - maxBytes: of the file.
    public static func run(format: Int32, maxPixels: Int64, maxDecodedBytes: Int64, maxBytes: Int64) -> Never {
        media_worker_run(
            format,
            media_worker_limits(file_bytes: maxBytes, pixels: maxPixels, decoded_bytes: maxDecodedBytes)
        )
    }

    /// Reads a PDF from standard input, writes its text to standard output and exits.
    /// - Parameters:
    ///   - maxPages: that are read.
    ///   - maxCharacters: of all pages together.
    ///   - maxBytes: of the file.
    public static func runText(maxPages: Int64, maxCharacters: Int64, maxBytes: Int64) -> Never {
        media_worker_run_text(
            media_worker_text_limits(file_bytes: maxBytes, pages: maxPages, characters: maxCharacters)
        )
    }
}
