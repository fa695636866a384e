import Accounts
import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterAPI
import SpotterServer

/// `spotter export`.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "All that is one person's, as an archive of JSON documents and files.",
        discussion: """
            For the rights of access and to data portability (GDPR, articles 15 and 20). The archive holds what the person \
            may read: profile, settings, sessions, contacts, chats with all messages, calendar, reminders, conversations \
            with the assistant and files under their names. README.txt in it explains the files; manifest.json, the last \
            one, lists them with their SHA-256. It holds no secrets and nothing that others wrote in chats which the \
            person has left. Every export is recorded in `spotter admin log`.

            The file is readable by its owner only, and appears under its name when it's whole.

            EXAMPLES
              spotter export sara@example.com --to sara.tar --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter export sara@example.com --to ./exports \\
                --server https://chat.example.com
              tar -xf sara.tar
            """
    )

    @Argument(help: "The account's email address or id.") var account: String
    @Option(help: ArgumentHelp("The archive to write, or a folder to write it into.", valueName: "file|folder"))
    var to: String
    @OptionGroup var target: AdminTarget
    @Flag(help: "One JSON document about the archive.") var json = false

    func run() async throws {
        do {
            let file = try await write()
            if json { return try outputJSON(file) }
            output("\(file.path), \(file.bytes) bytes")
        } catch {
            throw fail(error)
        }
    }

    private func write() async throws -> ExportFile.Summary {
        if let server = try target.remote() {
            // Asked first, so that the id is known for the name and a wrong address is told before a file is made.
            let user = try await ServerAccounts(server: server).user(account)
            let path = "/v1/admin/users/\(user.id)/export"
            return try await ExportFile.write(to, name: "spotter-export-\(user.id).tar") { file in
                try await server.download(path) { bytes, _, _ in try await file.write(bytes) }
            }
        }
        let (account, to) = (account, to)
        return try await target.withFolder { server in
            let export = server.useCases.accountExport
            let user = try await export.begin(account, by: .folder)
            return try await ExportFile.write(to, name: AccountExport.fileName(of: user)) { file in
                try await export.write(user, to: file)
            }
        }
    }
}
