import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "API keys, by which programs act for you within limits.",
        discussion: """
            A key does what its scopes allow, for you and never more than you may. Messages that it sends are marked with \
            its name. It ends when you revoke it, set a new password or log out everywhere else.

            Scopes: messages:read, messages:write, search, assistant, calendar:read, calendar:write, profile.

            EXAMPLES
              spotter key new "Nightly report" \\
                --scope messages:read,messages:write --expires 90d
              spotter key list
              spotter key revoke "Nightly report"
            """,
        subcommands: [New.self, List.self, Revoke.self]
    )

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new",
            abstract: "Make a key and print its secret, this once."
        )

        @OptionGroup var options: ClientOptions

        @Option(help: ArgumentHelp("What it may do, separated by commas.", valueName: "scopes"))
        var scope: String

        @Option(help: ArgumentHelp("When it ends, such as 12h or 90d; without it, never by itself.", valueName: "time"))
        var expires: String?

        @Argument(help: "Its name, which its messages show.")
        var name: String

        func validate() throws {
            _ = try scopes()
            if let expires, Self.seconds(expires) == nil { throw ValidationError("--expires takes 12h or 90d.") }
        }

        private func scopes() throws -> [KeyScope] {
            try scope.split(separator: ",").map { word in
                guard let scope = KeyScope(rawValue: String(word).trimmed) else {
                    let known = KeyScope.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("'\(TerminalText.line(String(word)))' is no scope. There are: \(known).")
                }
                return scope
            }
        }

        private static func seconds(_ text: String) -> Int64? {
            guard let unit = text.last.flatMap({ ["h": 3600, "d": 86_400][$0] as Int64? }),
                let count = Int64(text.dropLast()), 1...36_500 ~= count
            else { return nil }
            return count * unit
        }

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let end = expires.flatMap(Self.seconds).map { CommandClock.now().adding(seconds: $0) }
                let made = try await client.api.makeKey(
                    NewKeyRequest(name: name, scopes: try scopes(), expiresAt: end)
                )
                if options.json { return try ClientOutput.document(made) }
                TTY.printToStandardError("This is the only time that the secret is shown:")
                ClientOutput.lines([made.key.secret.reveal()])
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Your keys, and when each was used last."
        )

        @OptionGroup var options: ClientOptions

        func run() async throws {
            try await ClientOutput.reporting {
                let keys = try await options.session().api.keys()
                if options.json { return try ClientOutput.document(KeysResponse(keys: keys)) }
                let time = LocalTime()
                let lines = keys.map { key in
                    let used = key.lastUsedAt.map { "used \(time.dateTime($0))" } ?? "never used"
                    let end = key.expiresAt.map { ", until \(time.dateTime($0))" } ?? ""
                    let scopes = key.scopes.map(\.rawValue).joined(separator: ",")
                    return "\(TerminalText.line(key.name))  \(scopes)  \(used)\(end)"
                }
                ClientOutput.lines(
                    lines.isEmpty ? ["No keys. `spotter key new NAME --scope messages:read` makes one."] : lines
                )
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "End a key, by its name or id."
        )

        @OptionGroup var options: ClientOptions

        @Argument(help: "Its name, the beginning of it, or its id.")
        var key: String

        private struct Revoked: Encodable { let revoked: SessionID }

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let keys = try await client.api.keys()
                let found = try finding("key", listedBy: "spotter key list") {
                    try NameMatch.first(key, in: keys, named: { [$0.name, $0.id.description] })
                }
                try await client.api.revokeKey(found.id)
                if options.json { return try ClientOutput.document(Revoked(revoked: found.id)) }
                ClientOutput.lines(["\(TerminalText.line(found.name)) can't be used any more."])
            }
        }
    }
}
