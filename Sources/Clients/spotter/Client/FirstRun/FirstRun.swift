import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

/// Leads somebody who isn't logged in to a session, by plain questions: which server, an account there or a new one.
///
/// ```swift
/// let client = try await FirstRun.session(options)
/// ```
struct FirstRun {
    private let options: ClientOptions
    private let store: CredentialStore
    private var invitation: InvitationLink?
    /// What the server says of the invitation.
    private var offer: InvitationPreviewResponse.InvitationPreview?

    /// The stored session. On a terminal where there is none, asks for what one needs, and stores it.
    /// - Throws: `ClientError.loggedOut` if nobody can be asked; `Questions.Ended`; `ClientError`.
    static func session(_ options: ClientOptions) async throws -> LoggedInClient {
        try await redeeming(nil, options).client
    }

    /// The same, for somebody with an invitation.
    /// - Returns: whether the invitation was used up by making an account with it.
    static func redeeming(
        _ invitation: InvitationLink?,
        _ options: ClientOptions
    ) async throws -> (client: LoggedInClient, isRedeemed: Bool) {
        let store = try options.store()
        guard try store.load() == nil, TTY.inputIsTerminal else { return (try options.session(), false) }
        var flow = FirstRun(options: options, store: store, invitation: invitation ?? options.invitation)
        return try await flow.run()
    }

    private mutating func run() async throws -> (client: LoggedInClient, isRedeemed: Bool) {
        let place = try Profile.chosen(options.profile).map { " under '\($0)'" } ?? ""
        Questions.say("Nobody is logged in here\(place) yet. A few questions, and it's done; Ctrl-C leaves.")
        let api = try await server()
        try await lookAtInvitation(api)
        let isNew = try !hasAccount()
        if isNew, invitation == nil,
            let code = try Questions.optional("The code of your invitation (Enter if you have none)")
        {
            invitation = InvitationLink(code)
            if invitation == nil { Questions.say("That isn't a code: they begin with sp_i_. Going on without.") }
            try await lookAtInvitation(api)
        }
        let grant = try await Questions.again { isNew ? try await register(api) : try await logIn(api) }
        try store.save(
            Credentials(
                server: api.server,
                deviceId: UUID().uuidString.lowercased(),
                grant: grant,
                caCertificate: options.certificates
            )
        )
        let name = TerminalText.line(grant.user.displayName)
        Questions.say("Logged in at \(api.server) as \(name) (\(grant.user.role.rawValue)).")
        let client = try options.session()
        await client.rememberNames()
        return (client, isNew && invitation != nil)
    }

    // MARK: The server

    private mutating func server() async throws -> SpotterHTTP {
        if let chosen = try options.chosenServer() ?? invitation?.server {
            return try await connect(to: chosen)
        }
        while true {
            let text = try Questions.text("Server, or the link of an invitation", usual: "\(ServerAddress.standard)")
            let link = InvitationLink(text)
            if let link { invitation = link }
            guard let address = link == nil ? ServerAddress(text) : link?.server else {
                Questions.say(
                    link == nil
                        ? "That isn't an address like https://chat.example.com."
                        : "That's only the code. Where is the server?"
                )
                continue
            }
            do {
                return try await connect(to: address)
            } catch let error as ClientError {
                Questions.say(TerminalText.line("\(error)"))
            }
        }
    }

    private func connect(to address: ServerAddress) async throws -> SpotterHTTP {
        LoginCommand.warnUnlessSecure(address)
        let api = SpotterHTTP(server: address, session: MemorySession(), trust: try options.trust())
        // Before anybody types a password for nothing, or for another server.
        try await api.requireSpotter()
        return api
    }

    // MARK: The account

    /// Who invites, and to what, before anybody types their name for a code that is used up.
    private mutating func lookAtInvitation(_ api: SpotterHTTP) async throws {
        guard let invitation else { return }
        do {
            let offer = try await api.preview(invitation: invitation.code)
            let who = offer.invitedBy.map(TerminalText.line) ?? "The operator"
            Questions.say("\(who) invites you, as a \(offer.role.rawValue).")
            self.offer = offer
        } catch let error as ClientError where error.code == .notFound {
            Questions.say("The code of this invitation was used, has run out, or is of another server.")
            self.invitation = nil
        }
    }

    private func hasAccount() throws -> Bool {
        try Questions.isYes("Do you have an account there?", usually: offer?.mayRegister != true)
    }

    private func logIn(_ api: SpotterHTTP) async throws -> AuthGrant {
        try await api.login(
            email: try Questions.text("E-mail"),
            password: try Questions.password("Password"),
            deviceName: ProcessInfo.processInfo.hostName
        )
    }

    private func register(_ api: SpotterHTTP) async throws -> AuthGrant {
        let name = try Questions.text("Your name, as others see it")
        let email = try Questions.text("E-mail")
        return try await api.register(
            email: email,
            password: try Questions.newPassword(),
            displayName: name,
            role: try offer?.role ?? role(),
            timezone: TimeZone.current.identifier,
            invite: invitation?.code
        )
    }

    private func role() throws -> Role {
        while true {
            let answer = try Questions.text("trainer or client", usual: Role.client.rawValue)
            if let role = Role(rawValue: answer.lowercased()) { return role }
        }
    }
}
