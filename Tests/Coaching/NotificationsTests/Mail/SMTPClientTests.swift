import Domain
import Foundation
import NIOPosix
import Testing

@testable import Notifications

@Suite struct SMTPClientTests {
    private func send(
        _ manners: MailServer.Manners,
        security: NotificationSettings.SMTP.Security = .none,
        host: String = "localhost",
        password: String? = "pass",
        trusts: Bool = true,
        content: String = "Hello\r\n",
        _ check: (MailServer) throws -> Void
    ) async throws {
        let server = try await MailServer(manners)
        let settings = NotificationSettings.SMTP(
            host: host,
            port: server.port,
            security: security,
            from: try .made("spotter@example.com"),
            user: password.map { _ in "user" },
            password: password.map { Secret($0) },
            trustedPEM: trusts ? Certificate.pem : nil
        )
        let client = SMTPClient(settings, eventLoops: MultiThreadedEventLoopGroup.singleton)
        let result: Result<Void, any Error>
        do {
            result = .success(try await client.send(Array(content.utf8), to: .made("sara@example.com")))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try result.get()
        try check(server)
    }

    @Test func aMailIsHandedOver() async throws {
        try await send(.init(), content: "Subject: x\r\n\r\n.\r\n..dots\r\nend") { server in
            #expect(
                server.lines.filter { !$0.hasPrefix("QUIT") } == [
                    "EHLO example.com", "AUTH PLAIN AHVzZXIAcGFzcw==", "MAIL FROM:<spotter@example.com>",
                    "RCPT TO:<sara@example.com>", "DATA", "Subject: x", "", "..", "...dots", "end", ".",
                ]
            )
            #expect(server.content == ["Subject: x", "", ".", "..dots", "end"])
        }
    }

    @Test func startTLSComesBeforeAnythingIsSaid() async throws {
        var manners = MailServer.Manners()
        manners.offersSTARTTLS = true
        try await send(manners, security: .startTLS) { server in
            #expect(server.clearLines == ["EHLO example.com", "STARTTLS"])
            #expect(server.lines.count { $0 == "EHLO example.com" } == 2 && server.content == ["Hello"])
        }
    }

    @Test func implicitTLSIsEncryptedFromTheFirstByte() async throws {
        var manners = MailServer.Manners()
        manners.isImplicit = true
        for host in ["localhost", "127.0.0.1"] {
            try await send(manners, security: .implicit, host: host) { server in
                #expect(server.clearLines.isEmpty && server.content == ["Hello"])
            }
        }
    }

    @Test func nobodyElsesCertificateIsTaken() async throws {
        var manners = MailServer.Manners()
        manners.offersSTARTTLS = true
        await #expect(throws: (any Error).self) {
            try await send(manners, security: .startTLS, trusts: false) { _ in }
        }
    }

    @Test func withoutSTARTTLSNothingIsSaid() async throws {
        await #expect(throws: SMTPError.noEncryption) { try await send(.init(), security: .startTLS) { _ in } }
    }

    /// What comes in clear together with the answer to STARTTLS isn't taken for something encrypted.
    @Test func whatIsPushedInBeforeTheEncryptionEndsIt() async throws {
        var manners = MailServer.Manners()
        manners.offersSTARTTLS = true
        for injected in ["\r\n250 mail.example.com", "\r\n250-half"] {
            manners.injected = injected
            await #expect(throws: SMTPError.malformed) { try await send(manners, security: .startTLS) { _ in } }
        }
    }

    @Test(arguments: [
        ("greeting", "554 no", SMTPError.refused(code: 554, at: "greeting")),
        ("AUTH", "535 wrong", .refused(code: 535, at: "AUTH")), ("MAIL", "451 later", .refused(code: 451, at: "MAIL")),
        ("RCPT", "550 nobody", .refused(code: 550, at: "RCPT")), ("DATA", "250 what", .refused(code: 250, at: "DATA")),
        (".", "552 full", .refused(code: 552, at: "content")), ("EHLO", "garbage", .malformed),
        ("greeting", "HTTP/1.1 400 Bad Request", .malformed),
    ])
    func refusalsAreTold(command: String, answer: String, error: SMTPError) async throws {
        var manners = MailServer.Manners()
        manners.answers[command] = answer
        await #expect(throws: error) { try await send(manners) { _ in } }
    }

    @Test func aPasswordIsNeverSentInClearToAnotherMachine() throws {
        var conversation = SMTPConversation(
            .init(
                host: "mail.example.com",
                port: 25,
                security: .none,
                from: try .made("a@b.example"),
                user: "user",
                password: Secret("pass")
            ),
            to: try .made("c@d.example"),
            content: []
        )
        _ = try conversation.received(SMTPReply(code: 220, lines: [""]))
        #expect(throws: SMTPError.unencryptedLogin) {
            try conversation.received(SMTPReply(code: 250, lines: ["", "AUTH PLAIN"]))
        }
    }
}
