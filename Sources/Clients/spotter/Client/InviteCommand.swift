import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite a client: a code by which they become yours.",
        discussion: """
            The code is good for one person and for 14 days. Whoever has no account yet makes one with it; whoever has \
            one redeems it with `spotter accept`.

            EXAMPLES
              spotter invite
              spotter invite sara@example.com     only Sara's address can use it
              spotter invite --list
              spotter invite --revoke 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The only address that may use the code.")
    var email: String?

    @Flag(help: "Show the invitations that nobody has used yet.")
    var list = false

    @Option(help: ArgumentHelp("Take an invitation back.", valueName: "id"))
    var revoke: String?

    func validate() throws {
        guard [email != nil, list, revoke != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give an address, --list or --revoke, not several of them.")
        }
    }

    private struct Revoked: Encodable { let revoked: String }

    func run() async throws {
        try await ClientOutput.reporting {
            let api = try options.session().api
            if let revoke {
                try await api.revoke(invitation: revoke)
                if options.json { return try ClientOutput.document(Revoked(revoked: revoke)) }
                ClientOutput.lines(["Taken back."])
            } else if list {
                try show(try await api.invitations())
            } else {
                try show(try await api.invite(email: email), on: api.server)
            }
        }
    }

    private func show(_ invitation: InvitationResponse.NewInvitation, on server: ServerAddress) throws {
        if options.json { return try ClientOutput.document(InvitationResponse(invitation: invitation)) }
        let code = invitation.code.reveal()
        // A server that doesn't know its public address gives a path.
        let link = invitation.link.hasPrefix("/") ? "\(server)\(invitation.link)" : invitation.link
        ClientOutput.lines([
            code, "", "Give it to your client; it's good until \(LocalTime().dateTime(invitation.expiresAt)). They run",
            "  spotter login --server \(server) --register --invite \(code)",
            "or, with an account already, spotter accept CODE, or open \(TerminalText.line(link))",
        ])
    }

    private func show(_ invitations: [Invitation]) throws {
        if options.json { return try ClientOutput.document(InvitationsResponse(invitations: invitations)) }
        guard !invitations.isEmpty else { return ClientOutput.lines(["No invitation waits."]) }
        ClientOutput.lines(
            invitations.map { invitation in
                let who = TerminalText.line(invitation.email ?? "anybody")
                return "\(invitation.id)  until \(LocalTime().dateTime(invitation.expiresAt))  \(who)"
            }
        )
    }
}
