import Accounts
import Domain
import Messaging
import MessagingTestKit
import Storage
import TestSupport
import Testing

@testable import Contacts

/// Who may make an account, in each mode and with each kind of code.
@Suite struct RegistrationTests {
    @Test func strangersAreAnsweredAlikeWhateverTheAddress() async throws {
        for mode in [RegistrationMode.invited, .closed] {
            try await MessagingFixture.run { fixture in
                let registrations = fixture.registrations(mode)
                let sara = try await fixture.user("sara", .client)
                let now = fixture.clock.now()
                for invite in [nil, Secret("sp_i_guess")] {
                    var errors: [SpotterError?] = []
                    for email in [sara.email, "nobody@example.com"] {
                        errors.append(
                            await spotterError {
                                try await fixture.database.read { connection in
                                    try registrations.authorize(
                                        .init(email: email, role: .client, invite: invite),
                                        at: now,
                                        on: connection
                                    )
                                }
                            }
                        )
                    }
                    #expect(errors[0]?.code == .registrationClosed && errors[0] == errors[1], "\(mode)")
                }
            }
        }
    }

    @Test(
        arguments: [
            (RegistrationMode.open, Role.client, Role.client, nil), (.open, .client, .trainer, .registrationClosed),
            (.invited, .client, .client, nil), (.invited, .client, .trainer, .registrationClosed),
            (.invited, .trainer, .trainer, nil), (.closed, .client, .client, .registrationClosed),
        ] as [(RegistrationMode, Role, Role, ErrorCode?)]
    )
    func operatorsCodeIsForItsRole(mode: RegistrationMode, invited: Role, chosen: Role, code: ErrorCode?) async throws {
        try await MessagingFixture.run { fixture in
            let registrations = fixture.registrations(mode)
            let invite = try await registrations.invite(email: nil, role: invited).code
            #expect(await fixture.register("sara", chosen, invite, by: registrations)?.code == code)
            guard code == nil else { return }
            let again = await fixture.register("mike", chosen, invite, by: registrations)
            #expect(again?.code == (mode == .open ? .expired : .registrationClosed), "used up")
            // Who has a code isn't told that one is needed.
            if mode == .invited { #expect(again?.message.contains("This code is used") == true) }
        }
    }

    @Test func trainersCodeMakesAClientAtOnce() async throws {
        try await MessagingFixture.run { fixture in
            let registrations = fixture.registrations(.invited)
            let trainer = try await fixture.user("alex", .trainer)
            let contacts = fixture.services.contacts
            _ = try await contacts.add(email: "sara@example.com", by: trainer.actor)
            let code = try await contacts.invite(email: "Sara@example.com", by: trainer.actor).code
            #expect(await fixture.register("mike", .client, code, by: registrations)?.code == .registrationClosed)
            #expect(await fixture.register("sara", .trainer, code, by: registrations)?.code == .registrationClosed)
            #expect(await fixture.register("sara", .client, code, by: registrations) == nil)
            #expect(try await contacts.contacts(of: trainer.actor).map(\.email) == ["sara@example.com"])
            #expect(try await contacts.requests(of: trainer).sent.isEmpty, "it has been answered")
        }
    }

    /// The account, the relation and the use of the code are one transaction.
    @Test func takenAddressDoesntUseTheCode() async throws {
        try await MessagingFixture.run { fixture in
            let registrations = fixture.registrations(.invited)
            let trainer = try await fixture.user("alex", .trainer)
            let contacts = fixture.services.contacts
            let code = try await contacts.invite(email: nil, by: trainer.actor).code
            #expect(await fixture.register("alex", .client, code, by: registrations)?.code == .emailTaken)
            #expect(await fixture.register("sara", .client, code, by: registrations) == nil)
        }
    }

    @Test func aCodeServesOneOfManyAtOnce() async throws {
        try await MessagingFixture.run { fixture in
            let registrations = fixture.registrations(.invited)
            let trainer = try await fixture.user("alex", .trainer)
            let code = try await fixture.services.contacts.invite(email: nil, by: trainer.actor).code
            let outcomes = await withTaskGroup(of: ErrorCode?.self) { group in
                for number in 0..<8 {
                    group.addTask { await fixture.register("p\(number)", .client, code, by: registrations)?.code }
                }
                return await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == nil } == 1 && outcomes.count { $0 == .registrationClosed } == 7)
        }
    }

    @Test(arguments: [RegistrationMode.invited, .closed])
    func firstTrainerComesByTheLastPrintedCode(mode: RegistrationMode) async throws {
        try await MessagingFixture.run { fixture in
            let registrations = fixture.registrations(mode)
            let earlier = try #require(try await registrations.issueFirstCode())
            let code = try #require(try await registrations.issueFirstCode())
            #expect(await fixture.register("eve", .trainer, earlier, by: registrations)?.code == .registrationClosed)
            #expect(await fixture.register("sara", .client, code, by: registrations)?.code == .registrationClosed)
            #expect(try await registrations.invitations().isEmpty, "it isn't an ordinary invitation")
            #expect(await fixture.register("alex", .trainer, code, by: registrations) == nil)
            #expect(await fixture.register("tess", .trainer, code, by: registrations)?.code == .registrationClosed)
            #expect(try await registrations.issueFirstCode() == nil)
        }
    }

    @Test func firstCodeEndsWithTheFirstTrainerHoweverTheyCame() async throws {
        try await MessagingFixture.run { fixture in
            let registrations = fixture.registrations(.invited)
            let code = try #require(try await registrations.issueFirstCode())
            _ = try await fixture.user("alex", .trainer)
            #expect(await fixture.register("tess", .trainer, code, by: registrations)?.code == .registrationClosed)
            #expect(try await fixture.registrations(.open).issueFirstCode() == nil)
        }
    }

    @Test func theFlagOverridesWhatTheOperatorStored() async throws {
        try await MessagingFixture.run { fixture in
            let stored = fixture.registrations(nil)
            #expect(try await stored.mode() == (.invited, false))
            try await stored.setMode(.closed)
            #expect(try await stored.mode() == (.closed, false))
            #expect(try await fixture.registrations(.open).mode() == (.open, true))
            try await stored.setMode(.open)
            #expect(try await stored.mode() == (.open, false))
        }
    }
}

extension MessagingFixture {
    fileprivate func registrations(_ mode: RegistrationMode?) -> Registrations {
        Registrations(database: database, clock: clock, ids: UUIDv7Source(clock: clock), fixed: mode)
    }

    fileprivate func register(
        _ name: String,
        _ role: Role,
        _ invite: Secret?,
        by registrations: Registrations
    ) async -> SpotterError? {
        let accounts = Accounts(
            database: database,
            clock: clock,
            ids: UUIDv7Source(clock: clock),
            hasher: PasswordHasher(cost: .minimal),
            observer: SilentAccountObserver(),
            gate: registrations
        )
        return await spotterError {
            _ = try await accounts.register(
                .init(email: "\(name)@example.com", password: Secret("secret"), displayName: name, role: role),
                invite: invite
            )
        }
    }
}

private struct SilentAccountObserver: AccountObserver {
    func accountWillChange(_ change: AccountChange, on connection: any SQLConnection) -> AccountAudience {
        AccountAudience()
    }
    func accountDidChange(_ change: AccountChange, audience: AccountAudience) {}
    func sessionsDidEnd(_ revocation: Accounts.Revocation) {}
}
