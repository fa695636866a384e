import Domain
import Foundation
import NotificationsTestKit
import SpotterAPI
import Testing

@testable import Notifications

@Suite struct EndpointTests {
    @Test(arguments: [
        ("https://fcm.googleapis.com/fcm/send/abc:def", "https://fcm.googleapis.com"),
        ("HTTPS://Hooks.Example.com:443/x?y=z", "https://hooks.example.com"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:81/x", "http://[::1]:81"),
        ("http://localhost/", "http://localhost"),
    ])
    func addressesHaveAnOrigin(text: String, origin: String) throws {
        #expect(try Endpoint.made(text).origin.description == origin)
    }

    @Test(arguments: [
        "", "https://", "https:///x", "ftp://example.com", "file:///etc/passwd", "//example.com",
        "https://user@example.com", "https://fcm.googleapis.com@evil.example", "https://example.com:99999",
        "https://example.com:0", "https://example.com:", "https://example.com:80x", "https://exa mple.com",
        "https://example.com/#x", "https://example.com\\@evil.example", "https://ex\u{430}mple.com", "https://.com",
        "https://a..b", "https://[::1", "https://%31", "https://example.com/\r\nX: y", "https://-a",
        "https://" + String(repeating: "a", count: 3000), "javascript:alert(1)", "https://[]",
    ])
    func whatCouldBeReadInTwoWaysIsNone(text: String) {
        #expect(Endpoint(text) == nil)
    }

    @Test(arguments: ["https://example.com/path", "https://example.com?x", "example.com", "https://*.example.com"])
    func anOriginIsNothingMore(text: String) {
        #expect(Origin(text) == nil)
    }

    @Test(arguments: [
        ("https://fcm.googleapis.com/x", true), ("https://updates.push.services.mozilla.com/wpush/v2/x", true),
        ("https://web.push.apple.com/x", true), ("https://db5p.notify.windows.com/w/?token=x", true),
        ("http://fcm.googleapis.com/x", false), ("https://fcm.googleapis.com:8443/x", false),
        ("https://fcm.googleapis.com.evil.example/x", false), ("https://evilnotify.windows.com/x", false),
        ("https://notify.windows.com.evil.example/", false), ("https://169.254.169.254/latest", false),
        ("https://localhost/x", false),
    ])
    func onlyTheBrowsersServicesAreKnown(text: String, isKnown: Bool) throws {
        #expect(KnownPushServices.contains(try Endpoint.made(text).origin) == isKnown)
    }

    /// Where requests may go, by kind.
    @Test(arguments: [
        (#"{"kind":"webhook","url":"https://hooks.example.com/in"}"#, true),
        (#"{"kind":"webhook","url":"http://hooks.example.com/in"}"#, false),
        (#"{"kind":"webhook","url":"https://hooks.example.com:444/in"}"#, false),
        (#"{"kind":"webhook","url":"http://169.254.169.254/latest/meta-data"}"#, false),
        (#"{"kind":"webhook","url":"http://127.0.0.1:80"}"#, false),
        (#"{"kind":"webhook","url":"https://fcm.googleapis.com/x"}"#, false),
        (#"{"kind":"webhook"}"#, false),
        (#"{"kind":"webhook","url":"https://hooks.example.com/in","secret":"short"}"#, false),
        (#"{"kind":"ntfy","topic":"alex-7f3b"}"#, true), (#"{"kind":"ntfy","topic":"../admin"}"#, false),
        (#"{"kind":"ntfy","topic":""}"#, false), (#"{"kind":"ntfy","topic":"änder"}"#, false),
        (#"{"kind":"mail"}"#, true), (#"{"kind":"webpush","endpoint":"https://fcm.googleapis.com/x"}"#, false),
    ])
    func targetsAreChecked(json: String, isTaken: Bool) async throws {
        try await NotificationFixture.run { world in
            let alex = try await world.person("Alex", .trainer)
            if isTaken {
                try await world.subscribe(json, by: alex)
            } else {
                let error = await #expect(throws: SpotterError.self) { try await world.subscribe(json, by: alex) }
                #expect(error?.code == .invalidRequest)
            }
            #expect(world.network.take().isEmpty, "subscribing reaches out to nobody")
        }
    }

    @Test func webPushGoesToKnownServicesAndListedOnes() async throws {
        try await NotificationFixture.run { world in
            let alex = try await world.person("Alex", .trainer)
            let browser = Browser()
            for endpoint in ["https://fcm.googleapis.com/fcm/send/x", "https://hooks.example.com/push"] {
                try await world.subscribe(browser.subscription(at: endpoint), by: alex)
            }
            for endpoint in ["https://evil.example/x", "http://127.0.0.1/x", "https://10.0.0.1/x"] {
                await #expect(throws: SpotterError.self) {
                    try await world.subscribe(browser.subscription(at: endpoint), by: alex)
                }
            }
        }
    }

    @Test func whatTheOperatorHasNotSetUpIsRefused() async throws {
        try await NotificationFixture.run(configure: { $0 = NotificationSettings() }) { world in
            let alex = try await world.person("Alex", .trainer)
            #expect(world.notifications.settings.kinds == [.webpush])
            for json in [#"{"kind":"mail"}"#, #"{"kind":"ntfy","topic":"a"}"#] {
                let error = await #expect(throws: SpotterError.self) { try await world.subscribe(json, by: alex) }
                #expect(error?.message.hasSuffix("It offers: webpush.") == true)
            }
        }
    }

    /// Whatever comes in, nothing traps, and what is taken has an origin that says the same again.
    @Test func anyTextIsAnAddressOrNone() {
        var random = SystemRandomNumberGenerator()
        let pieces = ["https", "http", "://", "a.b", "[::1]", ":", "80", "/", "?", "@", "#", "\\", "%", "é", "\0", "."]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement() ?? "" }.joined()
            guard let endpoint = Endpoint(text) else { continue }
            #expect(Origin("\(endpoint.origin)") == endpoint.origin, "\(text)")
            let host = URL(string: text)?.host()?.lowercased()
            #expect(host == nil || host == endpoint.origin.host.filter { $0 != "[" && $0 != "]" }, "\(text)")
        }
    }
}
