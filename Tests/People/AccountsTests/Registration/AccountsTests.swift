import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Accounts

@Suite struct AccountsTests {
    @Test func registersAndLogsIn() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let registered = try await accounts.register(
                .init(
                    email: " Alex@Example.com ",
                    password: Secret("secret"),
                    displayName: " Alex ",
                    role: .trainer,
                    timezone: "Europe/Stockholm"
                )
            )
            #expect(registered.user.email == "alex@example.com" && registered.user.displayName == "Alex")
            let login = try await accounts.login(email: "ALEX@example.com", password: Secret("secret"))
            #expect(login.user == registered.user)
            let principal = try await accounts.authenticate(login.accessToken)
            #expect(principal.user == registered.user)
            let other = try await accounts.authenticate(registered.accessToken)
            #expect(principal.sessionId != other.sessionId)
        }
    }

    @Test func wrongAddressAndWrongPasswordLookTheSame() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            _ = try await fixture.user("alex", .trainer)
            let wrongPassword = await spotterError {
                _ = try await accounts.login(email: "alex@example.com", password: Secret("wrong-"))
            }
            let wrongAddress = await spotterError {
                _ = try await accounts.login(email: "nobody@example.com", password: Secret("secret-alex"))
            }
            #expect(wrongPassword?.code == .invalidCredentials)
            #expect(wrongPassword == wrongAddress)
        }
    }

    @Test(arguments: [
        ("alex", "secret", "Alex", "UTC", ErrorCode.invalidRequest),
        ("a@b@c.se", "secret", "Alex", "UTC", .invalidRequest),
        ("new@example.com", "12345", "Alex", "UTC", .invalidRequest),
        ("new@example.com", "secret", " ", "UTC", .invalidRequest),
        ("new@example.com", "secret", "A\nB", "UTC", .invalidRequest),
        ("new@example.com", "secret", String(repeating: "é", count: 51), "UTC", .invalidRequest),
        ("new@example.com", "secret", "Alex", "Mars/Olympus", .invalidRequest),
        ("ALEX@example.com", "secret", "Alex", "UTC", .emailTaken),
    ])
    func refusesRegistrationsThatAreWrong(email: String, password: String, name: String, zone: String, code: ErrorCode)
        async throws
    {
        try await MessagingFixture.run { fixture in
            _ = try await fixture.user("alex", .trainer)
            let error = await spotterError {
                _ = try await fixture.services.accounts.register(
                    .init(email: email, password: Secret(password), displayName: name, role: .client, timezone: zone)
                )
            }
            #expect(error?.code == code)
            #expect(try await fixture.count("SELECT count(*) FROM users") == 1)
        }
    }

    @Test func changesTheNameButNeverTheRole() async throws {
        try await MessagingFixture.run { fixture in
            let user = try await fixture.user("alex", .trainer)
            _ = try await fixture.services.profiles.change(.init(displayName: "Alexandra"), of: user.id)
            let stored = try await fixture.services.accounts.user(user.id)
            #expect(stored?.displayName == "Alexandra" && stored?.role == .trainer && stored?.timezone == "UTC")
        }
    }

    /// Two accounts from before addresses had one form are still two, each for whoever knows its password.
    @Test func accountsOfOneAddressStayApart() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let ascii = try await accounts.create(
                .init(email: "a@bücher.example", password: Secret("secret-1"), displayName: "One", role: .client)
            )
            #expect(ascii.email == "a@xn--bcher-kva.example")
            let other = try await accounts.create(
                .init(email: "b@example.com", password: Secret("secret-2"), displayName: "Two", role: .client)
            )
            try await fixture.database.write { connection in
                _ = try connection.execute("UPDATE users SET email = 'a@bücher.example' WHERE id = $1", other.id)
            }
            let one = try await accounts.login(email: "A@xn--bcher-kva.example", password: Secret("secret-1"))
            let two = try await accounts.login(email: "A@Bücher.example", password: Secret("secret-2"))
            #expect(one.user.id == ascii.id && two.user.id == other.id)
        }
    }
}
