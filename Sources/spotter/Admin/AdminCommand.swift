import Accounts
import ArgumentParser
import Domain
import Foundation
import Logging
import Messaging
import SpotterServer

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "What only the operator of a server may do.",
        subcommands: [AdminUserCommand.self, AdminTokenCommand.self, AdminIndexCommand.self]
    )
}

/// A stopped server's folder, opened for one command.
struct AdminFolderOption: ParsableArguments {
    @Option(help: "The server's data folder.")
    var data = "./spotter-data"

    @Flag(help: "One JSON document.")
    var json = false

    func withServer<Value: Sendable>(_ body: (SpotterServer) async throws -> Value) async throws -> Value {
        do {
            return try await Self.withServer(at: data, body)
        } catch {
            throw fail(error)
        }
    }

    static func withServer<Value: Sendable>(
        at folder: String,
        loadsModel: Bool = false,
        _ body: (SpotterServer) async throws -> Value
    ) async throws -> Value {
        var configuration = ServerConfiguration()
        configuration.dataFolder = folder
        configuration.loadsModel = loadsModel
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        let server = try await SpotterServer(configuration, logger: logger)
        let value = try await body(server)
        try await server.close()
        return value
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
