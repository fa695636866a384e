public import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import Importing
import SpotterAPI
import Terminal

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
                        message, event, reminder, settings
              whatsapp  the text file of "Export chat", from Android or an iPhone,
                        or its zip archive with the pictures

            EXAMPLES
              spotter import fixtures/studio.jsonl --data ./spotter-data
              spotter import studio.jsonl --dry-run --json
              spotter import chat.txt --dry-run
              SPOTTER_ADMIN_TOKEN=… spotter import studio.jsonl \\
                --server https://chat.example.com
              spotter import chat.zip --timezone Europe/Stockholm --invite-missing \\
                --member "Alex Rivera=alex@example.com" --member "Sara=sara@example.com"
              spotter import group.txt --timezone Europe/London --dates dmy \\
                --chat-name "Run Club" \\
                --member "Alex=alex@example.com" --member "Sara=sara@example.com" \\
                --member "Tom=tom@example.com" --skip "Dr Knee"
              spotter import exports/ --timezone Europe/Stockholm \\
                --member "Alex Rivera=alex@example.com" --member "Sara=sara@example.com"

            With --dry-run a chat is shown first: who writes in it, from which day to which, how much is left out, and \
            five of its messages. Nobody needs to be named for that.

            Several files, or a folder of them, are imported one after another; a file that is refused doesn't keep the \
            others. A chat's members are then those who wrote in it, and a group is called as its file is.

            Exit code 0: imported; 1: something was refused, with the reason on standard error; 64: wrong options.
            """
    )

    @Argument(help: ArgumentHelp("Files or folders; - reads standard input.", valueName: "file"))
    var files: [String]

    @OptionGroup var target: AdminTarget

    @Flag(help: "Print what the file holds and what would be added, and write nothing.")
    var dryRun = false

    @Option(help: "jsonl or whatsapp; told from the file if left out.")
    var format: String?

    @Flag(help: "Invite people who have no account: their messages wait for them, and a code opens their account.")
    var inviteMissing = false

    @Option(help: ArgumentHelp("whatsapp: the folder with the pictures of an unpacked export.", valueName: "folder"))
    var media: String?

    @Flag(help: "Print the report as one JSON document.")
    var json = false

    @Option(
        name: .customLong("member"),
        help: ArgumentHelp("whatsapp: a name in the export and its account; repeat it.", valueName: "name=email")
    )
    var members: [String] = []

    @Option(
        name: .customLong("skip"),
        help: ArgumentHelp("whatsapp: a name in the export whose messages are left out; repeat it.", valueName: "name")
    )
    var skipped: [String] = []

    @Option(help: "whatsapp: how dates are read: dmy, mdy or ymd; found out from the file if left out.")
    var dates: DateOrder?

    @Option(help: ArgumentHelp("whatsapp: where the exporting phone was, IANA name.", valueName: "zone"))
    var timezone: String?

    @Option(help: "whatsapp: such as en-US; only where day and month can't be told apart.")
    var locale: String?

    @Option(help: ArgumentHelp("whatsapp: the group's name, for three members or more.", valueName: "name"))
    var chatName: String?

    func validate() throws {
        _ = try destination()
        guard !files.isEmpty else { throw ValidationError("Give the file to import.") }
        guard media == nil || files.count == 1 else { throw ValidationError("--media goes with one file.") }
    }

    func run() async throws {
        let sources: [ImportFile]
        do { sources = try ImportFile.all(in: files, media: media) } catch { throw fail(error) }
        let destination = try destination()
        if let only = sources.first, sources.count == 1 {
            do {
                let report = try await run(only, into: destination, isOneOfSeveral: false)
                if json { try outputJSON(report) } else { output(report.summary) }
            } catch let refusal as Refusal {
                if json, let preview = refusal.preview {
                    try outputJSON(
                        ImportFileResult(file: only.name, error: refusal.error.message, preview: preview)
                    )
                }
                throw fail(refusal.error)
            } catch {
                throw fail(error)
            }
            return
        }
        var results: [ImportFileResult] = []
        for (index, source) in sources.enumerated() {
            note("\(index + 1) of \(sources.count): \(source.name)")
            do {
                let report = try await run(source, into: destination, isOneOfSeveral: true)
                results.append(ImportFileResult(file: source.name, report: report))
                if !json { output("\(source.name):\n\(report.summary)\n") }
            } catch {
                let refusal = error as? Refusal
                let reason = refusal?.error.message ?? "\(error)"
                results.append(ImportFileResult(file: source.name, error: reason, preview: refusal?.preview))
                note("refused: \(reason)")
            }
        }
        if json {
            try outputJSON(ImportFileResults(files: results))
        } else {
            output(ImportFileResults(files: results).summary)
        }
        if results.contains(where: { $0.error != nil }) { throw ExitCode.failure }
    }

    private func run(
        _ source: ImportFile,
        into destination: any ImportDestination,
        isOneOfSeveral: Bool
    ) async throws -> ImportReport {
        let notes = ImportProgressNotes()
        var options = try options()
        if options.whatsApp.chatName == nil { options.whatsApp.chatName = source.chatName }
        options.whatsApp.onlyWriters = isOneOfSeveral
        var preview: ImportPreview?
        do {
            let bytes = try source.contents()
            if dryRun { preview = try show(bytes, options) }
            if let preview, members.isEmpty { return Self.unnamed(preview) }
            return try await destination.run(bytes, options) { notes.show($0) }
        } catch let failure as ImportFailure {
            throw Refusal(
                error: .invalid("\(source.name), \(failure); nothing was imported"),
                preview: preview
            )
        } catch let error as SpotterError {
            throw Refusal(error: error, preview: preview)
        }
    }

    /// Prints what a chat holds, before it can be refused for what the user didn't say about it.
    private func show(_ bytes: [UInt8], _ options: ImportOptions) throws -> ImportPreview? {
        let preview = try Importer.preview(bytes, options, now: SystemClock().now())
        if let preview, !json { output(preview.lines(TTY.columns).joined(separator: "\n") + "\n") }
        return preview
    }

    /// The report of a dry run of a chat of which nobody was named.
    private static func unnamed(_ preview: ImportPreview) -> ImportReport {
        var report = ImportReport(dryRun: true)
        report.preview = preview
        report.notes = [
            "to import it, give the phone's --timezone and, for each person, --member \"NAME=E-MAIL\" or --skip \"NAME\""
        ]
        return report
    }

    /// Why a file wasn't imported, and what it holds all the same.
    private struct Refusal: Error {
        let error: SpotterError
        let preview: ImportPreview?
    }

    private func options() throws -> ImportOptions {
        let format = try format.map { text in
            guard let format = ImportFormat(rawValue: text) else {
                throw ValidationError("--format is jsonl or whatsapp.")
            }
            return format
        }
        let members = try members.map { text in
            guard let member = WhatsAppOptions.Member(text) else {
                throw ValidationError("--member is like \"Alex Rivera=alex@example.com\", not \"\(text)\".")
            }
            return member
        }
        let isForWhatsApp =
            !members.isEmpty || !skipped.isEmpty || dates != nil || timezone != nil || locale != nil || chatName != nil
            || media != nil
        guard format != .jsonl || !isForWhatsApp else {
            throw ValidationError(
                "--member, --skip, --dates, --timezone, --locale, --chat-name and --media go with --format whatsapp."
            )
        }
        return ImportOptions(
            format: format,
            isDryRun: dryRun,
            invitesMissing: inviteMissing,
            whatsApp: WhatsAppOptions(
                members: members,
                skip: skipped,
                timezone: timezone,
                dates: dates,
                locale: locale,
                chatName: chatName
            )
        )
    }

    private func destination() throws -> any ImportDestination {
        _ = try options()
        if let server = try target.remote() { return ServerDestination(server: server) }
        return FolderDestination(location: target.location)
    }
}

extension DateOrder: ExpressibleByArgument {}
