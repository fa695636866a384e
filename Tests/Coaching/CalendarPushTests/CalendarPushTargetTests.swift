import Accounts
import Domain
import Foundation
import Logging
import MessagingTestKit
import Notifications
import Scheduling
import SpotterAPI
import TestSupport
import Testing

@testable import CalendarPush

/// Where calendars may be copied to, and what is kept of that.
@Suite(.standardTimeLimit) struct CalendarPushTargetTests {
    private static func refusal(_ body: () async throws -> Void) async -> SpotterError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? SpotterError
        }
    }

    /// No request is made to what the operator hasn't listed, however the address is written.
    @Test(arguments: [
        "http://127.0.0.1:1/sara/cal/", "http://169.254.169.254/latest/", "https://127.0.0.1/", "file:///etc/passwd",
        "http://user@127.0.0.1/", "http://[::1]/", "ftp://127.0.0.1/", "", "//127.0.0.1/", "http://127.0.0.1\\@x/",
    ])
    func onlyListedServersAreAsked(url: String) async throws {
        try await PushFixture.run { world in
            let request = SetCalendarPushRequest(url: url, username: "sara", password: Secret("lantern 7"))
            let refusal = await Self.refusal { try await world.pushes.set(request, by: world.trainer) }
            #expect(refusal?.code == .invalidRequest && refusal?.message.contains("lantern") == false)
            #expect(world.server.take() == [])
        }
    }

    @Test func withoutAListItIsOff() async throws {
        try await PushFixture.run(isAllowed: false) { world in
            #expect(await Self.refusal { try await world.set() }?.code == .invalidRequest)
            #expect(world.server.take() == [])
            let state = try await world.pushes.state(of: world.trainer.userId)
            #expect(state.servers == [] && state.push == nil)
        }
    }

    @Test(arguments: [
        ("sara", "two\nlines"), ("sara", "nul\u{0}"), ("sara", ""), ("", "x"), ("sa:ra", "x"), ("sara\r\nX: y", "x"),
        ("sara", String(repeating: "x", count: 501)),
    ])
    func credentialsThatEndAHeaderAreRefused(username: String, password: String) throws {
        let origin = try #require(Origin("https://dav.example.com"))
        #expect(throws: SpotterError.self) {
            try CalendarPushTarget(
                url: "https://dav.example.com/cal/",
                username: username,
                password: Secret(password),
                origins: [origin]
            )
        }
    }

    @Test func theOtherServerIsAskedFirst() async throws {
        try await PushFixture.run { world in
            for (path, password, reason) in [
                ("/sara/cal/", "wrong", "The other server doesn't accept the user name or the password."),
                (
                    "/sara/", "lantern 7",
                    "There is no calendar at this address, but something else; give the calendar's own address."
                ),
                ("/sara/none/", "lantern 7", "There is nothing at this address."),
            ] {
                let refusal = await Self.refusal { try await world.set(path, password: password) }
                #expect(refusal == .invalid(reason))
            }
            world.server.fail(.answer(status: "302 Found", headers: ["Location: http://127.0.0.1:1/"]))
            let led = await Self.refusal { try await world.set() }
            #expect(led?.message == "The address leads elsewhere (status 302); use the one it leads to.")
            #expect(try await world.pushes.state(of: world.trainer.userId).push == nil)
            // Each trial is a request, and may be a guess.
            world.server.fail(.answer(status: "503 Service Unavailable", headers: []))
            #expect(await Self.refusal { try await world.set() }?.code == .unavailable)
            _ = world.server.take()
            #expect(await Self.refusal { try await world.set() }?.code == .rateLimited)
            #expect(world.server.take() == [])
            world.pass(seconds: 600)
            try await world.set("/sara/cal")
            #expect(try await world.state().url == world.server.url)
        }
    }

    @Test func nothingOfThePasswordIsInTheDatabaseOrTheLog() async throws {
        try await PushFixture.run { world in
            try await world.book("Squats")
            try await world.set()
            world.server.fail(.lost)
            try await world.settle()
            world.pass(seconds: 60)
            try await world.settle()
            #expect(try await world.state().copied == 1)
            let secrets = [PushFixture.password, Data("sara:\(PushFixture.password)".utf8).base64EncodedString()]
            for name in try world.house.folder.names() {
                let content = Data(try world.house.folder.content(of: name))
                for secret in secrets { #expect(content.firstRange(of: Data(secret.utf8)) == nil, "\(name)") }
            }
            let lines = world.log.lines(of: .notice)
            #expect(!lines.isEmpty && !lines.contains { line in secrets.contains { line.contains($0) } })
            let shown = String(decoding: try await world.pushes.state(of: world.trainer.userId).json(), as: UTF8.self)
            #expect(shown.contains("sara") && !secrets.contains { shown.contains($0) })
        }
    }

    @Test func aSealIsForOneUserOneAddressAndOneKey() throws {
        let seal = PasswordSeal(key: Array(repeating: 1, count: 32))
        let other = PasswordSeal(key: Array(repeating: 2, count: 32))
        let (alex, sara) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))
        let sealed = try seal.seal(Secret("lantern 7"), of: alex, for: "https://a/")
        #expect(try seal.open(sealed, of: alex, for: "https://a/").reveal() == "lantern 7")
        #expect(throws: (any Error).self) { try seal.open(sealed, of: sara, for: "https://a/") }
        #expect(throws: (any Error).self) { try seal.open(sealed, of: alex, for: "https://b/") }
        #expect(throws: (any Error).self) { try other.open(sealed, of: alex, for: "https://a/") }
        #expect(throws: (any Error).self) { try seal.open([], of: alex, for: "https://a/") }
    }

    @Test(arguments: [
        ("018f3c5a-0000-7000-8000-00000000002a.ics", true), ("a@b.ics", true), ("a/b.ics", false), ("..", false),
        ("../x.ics", false), ("x", false), ("ü.ics", false), (" .ics", false), (".ics", false),
        (String(repeating: "x", count: 200) + ".ics", false),
    ])
    func namesThereAreGoodEverywhere(name: String, isKept: Bool) {
        let there = RemoteCollection.fileName(of: name)
        #expect((there == name) == isKept)
        #expect(there.hasSuffix(".ics") && !there.contains("/") && !there.hasPrefix(".") && there.utf8.count < 130)
    }

    @Test(arguments: [
        ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a@b\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", "a@b" as String?),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID;X=y:a\n @b\nEND:VEVENT\nEND:VCALENDAR\n", "a@b"),
        ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\\,b\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", "a,b"),
        ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", nil), ("<html>", nil), ("", nil),
    ])
    func theUIDOfWhatIsThereIsRead(document: String, uid: String?) {
        #expect(CalendarObjects.uid(in: Array(document.utf8)) == uid)
    }
}
