import Accounts
import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import Messaging
import SpotterServer

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "What only the operator of a server may do.",
        subcommands: [AdminUserCommand.self, AdminTokenCommand.self, AdminIndexCommand.self, AdminAuditCommand.self]
    )
}

/// Opens a stopped server's data folder for one command.
struct AdminFolderOption: ParsableArguments {
    @Option(help: "The server's data folder.")
    var data = "./spotter-data"

    @Flag(help: "One JSON document.")
    var json = false

    func withServer<Value: Sendable>(_ body: (SpotterServer) async throws -> Value) async throws -> Value {
        do {
            return try await SpotterServer.withFolder(data, body)
        } catch {
            throw fail(error)
        }
    }
}

struct AdminTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make a new admin token; the one before stops working.",
        discussion: "Printed once and stored only as a hash.\n\nExample:\n  spotter admin token --data ./spotter-data"
    )

    @OptionGroup var folder: AdminFolderOption

    func run() async throws {
        let token = try await folder.withServer { try await $0.messaging.adminTokens.replace() }
        if folder.json { try outputJSON(["token": token.reveal()]) } else { output(token.reveal()) }
    }
}
