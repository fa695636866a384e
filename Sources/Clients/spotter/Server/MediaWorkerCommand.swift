import ArgumentParser
import MediaStore

/// Decodes one picture. The server starts this process; it isn't meant for users.
struct MediaWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media-worker",
        abstract: "Decode a picture, for the server.",
        shouldDisplay: false
    )

    @Argument var format: Int32
    @Argument var maxPixels: Int64
    @Argument var maxDecodedBytes: Int64
    @Argument var maxBytes: Int64

    func run() {
        MediaWorker.run(
            format: format,
            maxPixels: maxPixels,
            maxDecodedBytes: maxDecodedBytes,
            maxBytes: maxBytes
        )
    }
}
