import Accounts
import Domain
import Foundation
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Notifications

@Suite struct MailTests {
    @Test func oneMailWhenMessagesStayUnread() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.subscribe(#"{"kind":"mail"}"#, by: sara)
            let notifier = world.notifications.notifier
            try await world.send("1", to: chat, by: alex)
            try await world.settle()
            world.clock.advance(milliseconds: 300_000)
            try await world.send("2", to: chat, by: alex)
            try await world.settle()
            try await notifier.sendMails()
            #expect(world.mail.mails.isEmpty, "not yet")
            world.clock.advance(milliseconds: 300_000)
            try await notifier.sendMails()
            try await notifier.sendMails()
            #expect(world.mail.mails.map(\.to) == ["sara@example.com"])
            #expect(world.mail.mails.first?.text.contains("Subject: 2 new messages on Spotter") == true)
            // None more while nobody comes.
            world.clock.advance(milliseconds: 1_000)
            let last = try await world.send("3", to: chat, by: alex)
            try await world.settle()
            world.clock.advance(milliseconds: 3_000_000)
            try await notifier.sendMails()
            #expect(world.mail.mails.count == 1)
            // She reads, and the next message counts again.
            _ = try await world.messaging.receipts.advance(.read, to: last.seq, in: chat, by: sara.actor)
            world.clock.advance(milliseconds: 1_000)
            try await world.send("4", to: chat, by: alex)
            try await world.settle()
            world.clock.advance(milliseconds: 600_000)
            try await notifier.sendMails()
            #expect(world.mail.mails.count == 2)
            #expect(world.mail.mails.last?.text.contains("Subject: New message on Spotter") == true)
        }
    }

    @Test func whatWasReadMeanwhileNeedsNoMail() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.subscribe(#"{"kind":"mail"}"#, by: sara)
            let message = try await world.send("1", to: chat, by: alex)
            try await world.settle()
            _ = try await world.messaging.receipts.advance(.read, to: message.seq, in: chat, by: sara.actor)
            world.clock.advance(milliseconds: 600_000)
            try await world.notifications.notifier.sendMails()
            #expect(world.mail.mails.isEmpty)
        }
    }

    @Test func whoIsOnlineGetsNone() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.subscribe(#"{"kind":"mail"}"#, by: sara)
            try await world.send("1", to: chat, by: alex)
            try await world.settle()
            _ = try await world.connect(sara)
            world.clock.advance(milliseconds: 600_000)
            try await world.notifications.notifier.sendMails()
            #expect(world.mail.mails.isEmpty)
        }
    }

    /// The server that carries mails is down for a while, and this one restarts.
    @Test func aMailThatFailedIsTriedAgain() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.subscribe(#"{"kind":"mail"}"#, by: sara)
            try await world.send("Squats\ntoday", to: chat, by: alex)
            try await world.settle()
            world.mail.fail(.closed)
            world.clock.advance(milliseconds: 600_000)
            try await world.notifications.notifier.sendMails()
            #expect(try await world.notifications.subscriptions.list(of: sara).first?.failures == 0, "not hers")
            world.mail.fail(nil)
            let again = try await world.reopened()
            world.clock.advance(milliseconds: 1000 * MailDigestSender.retrySeconds)
            try await again.notifications.notifier.sendMails()
            let text = try #require(world.mail.mails.first?.text)
            #expect(text.contains("Subject: New message on Spotter\r\n"))
            let content = try #require(text.components(separatedBy: "\r\n\r\n").last)
            let body = try #require(Data(base64Encoded: content.replacing("\r\n", with: "")))
            #expect(String(decoding: body, as: UTF8.self).hasPrefix("There is a message for you.\r\n"))
            #expect(!text.contains("Alex") && !String(decoding: body, as: UTF8.self).contains("Squats"))
            try? await again.database.close()
        }
    }

    @Test func anAddressThatNobodyConfirmedGetsNoWords() async throws {
        try await NotificationFixture.run { world in
            let (_, sara, _) = try await world.pair()
            let refusal = await #expect(throws: SpotterError.self) {
                try await world.subscribe(#"{"kind":"mail","preview":true}"#, by: sara)
            }
            #expect(refusal?.code == .invalidRequest)
        }
    }

    // MARK: Text

    @Test func headersHoldWhateverPeopleWrite() throws {
        #expect(MailText.header("Plain text") == "Plain text")
        for text in ["Größe\r\nBcc: evil@example.com", String(repeating: "👨‍👩‍👧‍👦", count: 40), "=?utf-8?Q?x?=", "\0"] {
            let header = MailText.header(text)
            let lines = header.components(separatedBy: "\r\n ")
            let isFramed = lines.allSatisfy { $0.utf8.count <= 75 && $0.hasPrefix("=?utf-8?B?") && $0.hasSuffix("?=") }
            #expect(isFramed)
            #expect(!header.replacing("\r\n ", with: "").contains { $0.isNewline })
            let decoded = lines.compactMap { Data(base64Encoded: String($0.dropFirst(10).dropLast(2))) }
            let whole = decoded.map { String(data: $0, encoding: .utf8) }
            #expect(!whole.contains(nil), "each word ends with a whole character")
            #expect(whole.compactMap { $0 }.joined() == text.replacing("\r\n", with: "  ").replacing("\0", with: " "))
        }
    }

    @Test func aMailIsPlainASCIIWithShortLines() throws {
        let mail = MailText(
            from: try .made("spotter@example.com"),
            to: try .made("sara@example.com"),
            subject: "Größe",
            body: String(repeating: ".\nä", count: 500),
            id: "1",
            date: try #require(Timestamp(rfc3339: "2026-03-11T13:15:00Z"))
        )
        let text = String(decoding: mail.bytes, as: UTF8.self)
        #expect(mail.bytes.allSatisfy { $0 < 0x80 } && text.contains("\r\nDate: Wed, 11 Mar 2026 13:15:00 +0000\r\n"))
        #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") })
    }

    @Test(arguments: [
        "", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b>\r\nDATA", "<a@b>", "a@b\n", "ä@b.example", "a,b@c", "\"a\"@b",
    ])
    func addressesThatCouldSayMoreAreNone(text: String) {
        #expect(MailAddress(text) == nil)
    }

    // MARK: Replies

    @Test func repliesAreCutFromAnyPieces() throws {
        let bytes = Array("220 hi\r\n250-a\r\n250-\r\n250 AUTH PLAIN\r\n354\n".utf8)
        for size in 1...bytes.count {
            var parser = SMTPReplyParser()
            var replies: [SMTPReply] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                replies += try parser.feed(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(
                replies == [
                    SMTPReply(code: 220, lines: ["hi"]), SMTPReply(code: 250, lines: ["a", "", "AUTH PLAIN"]),
                    SMTPReply(code: 354, lines: [""]),
                ]
            )
            #expect(!parser.isIncomplete)
        }
    }

    @Test(arguments: [
        "x\n", "25\n", "\n", "999 x\n", "2500\n", "250-a\n251 b\n", String(repeating: "2", count: 2000),
        String(repeating: "250-x\n", count: 200),
    ])
    func whatIsNoReplyIsRefused(text: String) {
        var parser = SMTPReplyParser()
        #expect(throws: SMTPReplyParser.Malformed.self) { try parser.feed(text.utf8) }
    }
}
