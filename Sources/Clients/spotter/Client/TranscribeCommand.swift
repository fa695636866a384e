import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

/// What is said in a recording.
struct TranscribeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe",
        abstract: "Print what is said in a recording.",
        discussion: """
            The recording goes through the server to the service that its operator has set up, and isn't kept. It takes \
            1 to 60 seconds: M4A, MP3, WAV, FLAC, Ogg or WebM.

            EXAMPLES
              spotter transcribe memo.m4a
              spotter transcribe memo.m4a --language sv
              spotter transcribe memo.m4a --json | jq -r .text
              spotter send sara "$(spotter transcribe memo.m4a)"
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The recording.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The language that is spoken, as en (default: your setting).", valueName: "code"))
    var language: String?

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let heard = try await client.api.transcribe(try Self.read(file), language: language)
            if options.json { return try ClientOutput.document(heard) }
            ClientOutput.lines([TerminalText.block(heard.text)])
        }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ClientError.unexpectedAnswer("can't read the file \(path): \(ErrorText.of(error))")
        }
    }
}
