import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import Importing

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring in people, their chats and their calendar from a file.",
        discussion: """
            Writes everything or, if a line is wrong, nothing; the line's number and what is wrong with it are printed. \
            Importing a file again adds only what is new. Nobody is notified; imported messages keep their times and \
            are found like any others.

            Without --server the file goes into the data folder of a stopped server. A running one takes it with \
            --server and an admin token (spotter admin token).

            FORMATS
              jsonl     one JSON object on each line: user, relation, prospect, chat,
                        message, event, settings
              whatsapp  the text file of "Export chat", from Android or an iPhone

            EXAMPLES
              spotter import fixtures/studio.jsonl --data ./spotter-data
              spotter import studio.jsonl --dry-run --json
              SPOTTER_ADMIN_TOKEN=… spotter import studio.jsonl \\
                --server https://chat.example.com
              spotter import chat.txt --format whatsapp --timezone Europe/Stockholm \\
                --member "Alex Rivera=alex@example.com" --member "Sara=sara@example.com"

            Exit code 0: imported; 1: refused, with the reason on standard error; 64: wrong options.
            """
    )

    @Argument(help: ArgumentHelp("The file; - reads standard input.", valueName: "file"))
    var file: String

    @OptionGroup var target: AdminTarget

    @Flag(help: "Do everything, print what would be added, and undo it.")
    var dryRun = false

    @Option(help: "jsonl or whatsapp.")
    var format = "jsonl"

    @Flag(help: "Print the report as one JSON document.")
    var json = false

    @Option(
        name: .customLong("member"),
        help: ArgumentHelp("whatsapp: a name in the export and its account; repeat it.", valueName: "name=email")
    )
    var members: [String] = []

    @Option(help: ArgumentHelp("whatsapp: where the exporting phone was, IANA name.", valueName: "zone"))
    var timezone: String?

    @Option(help: "whatsapp: such as en-US; only where day and month can't be told apart.")
    var locale: String?

    @Option(help: ArgumentHelp("whatsapp: the group's name, for three members or more.", valueName: "name"))
    var chatName: String?

    func validate() throws { _ = try destination() }

    func run() async throws {
        do {
            let (destination, options) = (try destination(), try options())
            let bytes = try contents()
            let notes = ImportProgressNotes()
            let report = try await destination.run(bytes, options) { notes.show($0) }
            if json { try outputJSON(report) } else { output(report.summary) }
        } catch let failure as ImportFailure {
            throw fail(SpotterError.invalid("\(source), \(failure); nothing was imported"))
        } catch {
            throw fail(error)
        }
    }

    private var source: String { file == "-" ? "standard input" : file }

    private func options() throws -> ImportOptions {
        guard let format = ImportFormat(rawValue: format) else {
            throw ValidationError("--format is jsonl or whatsapp.")
        }
        let members = try members.map { text in
            guard let member = WhatsAppOptions.Member(text) else {
                throw ValidationError("--member is like \"Alex Rivera=alex@example.com\", not \"\(text)\".")
            }
            return member
        }
        let isForWhatsApp = !members.isEmpty || timezone != nil || locale != nil || chatName != nil
        guard format == .whatsapp || !isForWhatsApp else {
            throw ValidationError("--member, --timezone, --locale and --chat-name go with --format whatsapp.")
        }
        return ImportOptions(
            format: format,
            isDryRun: dryRun,
            whatsApp: WhatsAppOptions(members: members, timezone: timezone, locale: locale, chatName: chatName)
        )
    }

    private func destination() throws -> any ImportDestination {
        _ = try options()
        if let server = try target.remote() { return ServerDestination(server: server) }
        return FolderDestination(path: target.folder)
    }

    private func contents() throws -> [UInt8] {
        do {
            if file == "-" { return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data()) }
            return [UInt8](try Data(contentsOf: URL(filePath: file)))
        } catch {
            throw SpotterError(.notFound, "can't read \(source): \(error.localizedDescription)")
        }
    }
}
