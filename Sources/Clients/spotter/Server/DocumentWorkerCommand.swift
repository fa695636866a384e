import ArgumentParser
import MediaStore

/// Reads the text of one PDF. The server starts this process; it isn't meant for users.
struct DocumentWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "document-worker",
        abstract: "Read the text of a PDF, for the server.",
        shouldDisplay: false
    )

    @Argument var maxPages: Int64
    @Argument var maxCharacters: Int64
    @Argument var maxBytes: Int64

    func run() {
        MediaWorker.runText(maxPages: maxPages, maxCharacters: maxCharacters, maxBytes: maxBytes)
    }
}
