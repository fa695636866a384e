import Accounts
import ArgumentParser
import CommandLineSupport
import Contacts
import Domain
import Messaging
import NIOHTTP1
import SpotterAPI
import SpotterServer

/// `spotter admin registration`.
struct AdminRegistrationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "registration",
        abstract: "Show or change who may make an account.",
        discussion: """
            open     anybody, as a trainer or a client
            invited  whoever has a code: a trainer's (spotter invite) or yours (spotter admin invite)
            closed   nobody; you make the accounts (spotter admin user create)

            The mode is stored with the server's data and takes effect at once. A server that was started with \
            --registration keeps to that as long as it runs.

            EXAMPLES
              spotter admin registration --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin registration closed \\
                --server https://chat.example.com
            """
    )

    @Argument(help: "open, invited or closed; leave it out to see the mode.") var mode: String?
    @OptionGroup var target: AdminTarget
    @Flag(help: "One JSON document.") var json = false

    func validate() throws {
        if let mode, RegistrationMode(rawValue: mode) == nil {
            throw ValidationError("The mode is open, invited or closed.")
        }
    }

    func run() async throws {
        do {
            let response = try await apply(mode.flatMap(RegistrationMode.init(rawValue:)))
            if json { return try outputJSON(response) }
            output(response.registration.mode.rawValue)
            if response.registration.fixedByFlag { note("fixed by --registration; what is stored counts without it") }
        } catch {
            throw fail(error)
        }
    }

    private func apply(_ mode: RegistrationMode?) async throws -> RegistrationResponse {
        if let server = try target.remote() {
            let path = "/v1/admin/registration"
            guard let mode else { return try await server.get(path, as: RegistrationResponse.self) }
            let answer = try await server.send(.PUT, path, RegistrationRequest(mode: mode))
            return try server.decode(RegistrationResponse.self, answer)
        }
        return try await target.withFolder { server in
            let registrations = server.messaging.registrations
            if let mode {
                try await registrations.setMode(mode)
                try await server.useCases.adminLog.record(.setRegistration, by: .folder, detail: mode.rawValue)
            }
            let (mode, isFixed) = try await registrations.mode()
            return RegistrationResponse(registration: .init(mode: mode, fixedByFlag: isFixed))
        }
    }
}
