import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterAPI
import SpotterServer

/// `spotter admin audit`.
struct AdminAuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "The log of what the assistant proposed and what was done: is it as the server wrote it?",
        subcommands: [Verify.self, Reseal.self]
    )

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Verify the log; exit code 1 and the first wrong entry if it was tampered with.",
            discussion: """
                Every entry is chained to the one before it by a code that needs the key in keys/audit.key. The log's end \
                is sealed, and every proposal that was decided must have its entry. So entries that were changed, added, \
                reordered or removed are found, also the last ones, and also all of them.

                EXAMPLES
                  spotter admin audit verify --data ./spotter-data
                  SPOTTER_ADMIN_TOKEN=… spotter admin audit verify \\
                    --server https://chat.example.com
                """
        )

        @OptionGroup var target: AdminTarget
        @Flag(help: "One JSON document.") var json = false

        func run() async throws {
            let found: AuditVerification
            do {
                found = try await verify()
                if json { try outputJSON(found) }
            } catch {
                throw fail(error)
            }
            if !json { output(Self.words(for: found)) }
            if !found.isIntact { throw ExitCode(1) }
        }

        private func verify() async throws -> AuditVerification {
            if let server = try target.remote() {
                return try await server.get("/v1/admin/audit", as: AuditVerification.self)
            }
            return try await target.withFolder { try await $0.verifyAuditLog() }
        }

        private static func words(for found: AuditVerification) -> String {
            guard let position = found.brokenAt else {
                return "\(found.entries) entries, intact; the words of \(found.erased) were erased"
            }
            return "broken at entry \(position): \(found.reason ?? ""); the \(found.entries) before it are intact"
        }
    }

    struct Reseal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reseal",
            abstract: "Make a new key and seal the log as it is now.",
            discussion: """
                For an operator who has lost keys/audit.key, or who accepts what verify has found: until then nobody can \
                confirm a proposal. What was logged before can't be proved any more.

                EXAMPLE
                  spotter admin audit reseal --data ./spotter-data --yes
                """
        )

        @OptionGroup var stored: DataOptions
        @Flag(help: "Give up the proof of what was logged before.") var yes = false

        func validate() throws {
            guard yes else {
                throw ValidationError("What was logged before can't be proved afterwards; confirm by --yes.")
            }
        }

        func run() async throws {
            do {
                let count = try await SpotterServer.resealAuditLog(at: stored.location)
                output("\(count) entries sealed with a new key")
            } catch {
                throw fail(error)
            }
        }
    }
}
