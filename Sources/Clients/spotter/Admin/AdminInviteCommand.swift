import Accounts
import ArgumentParser
import CommandLineSupport
import Contacts
import Domain
import Messaging
import NIOHTTP1
import SpotterAPI
import SpotterServer

/// `spotter admin invite`.
struct AdminInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "A one-time code for a new account, also a trainer's.",
        discussion: """
            Good for 14 days. Trainers invite their clients themselves (spotter invite); only you can invite trainers.

            EXAMPLES
              spotter admin invite --role trainer --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin invite sara@example.com --role client \\
                --server https://chat.example.com
            """
    )

    @Argument(help: "The only address that may use the code.") var email: String?
    @Option(help: "What the invited becomes: trainer or client.") var role: Role
    @OptionGroup var target: AdminTarget
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        do {
            let made = try await invite(role)
            if json { return try outputJSON(InvitationResponse(invitation: made)) }
            output(made.code.reveal())
            note("good until \(made.expiresAt), for one use:")
            let server = target.server.map { " --server \($0)" } ?? ""
            note("  spotter login\(server) --register --role \(made.role.rawValue) --invite CODE")
        } catch {
            throw fail(error)
        }
    }

    private func invite(_ role: Role) async throws -> InvitationResponse.NewInvitation {
        if let server = try target.remote() {
            let body = InvitationRequest(email: email, role: role)
            let answer = try await server.send(.POST, "/v1/admin/invitations", body)
            return try server.decode(InvitationResponse.self, answer).invitation
        }
        return try await target.withFolder { server in
            let (invitation, code) = try await server.messaging.registrations.invite(email: email, role: role)
            try await server.useCases.adminLog.record(.createInvitation, by: .folder, detail: role.rawValue)
            // A stopped server has no address.
            return .init(invitation, code: code, link: "/invite/\(code.reveal())")
        }
    }
}
