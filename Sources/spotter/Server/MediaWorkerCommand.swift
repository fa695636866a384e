import ArgumentParser
import MediaStore

/// Decodes one picture for the server, which starts this process. Not meant for people.
struct MediaWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media-worker",
        abstract: "Decode a picture, for the server.",
        shouldDisplay: false
    )

    @Argument var format: Int32
    @Argument var maxPixels: Int64
    @Argument var maxBytes: Int64

    func run() { MediaWorker.run(format: format, maxPixels: maxPixels, maxBytes: maxBytes) }
}
