import Domain
import Foundation
import Notifications
import ServerHarness
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Links of the server's own: what a caller's `Host` says gets into them only if it is one of the server's names.
@Suite(.standardTimeLimit) struct OwnLinkTests {
    @Test(arguments: [
        ("evil.example", nil, nil), ("evil.example", "https://chat.example.com/app", "https://chat.example.com"),
        ("localhost:8080", nil, "http://localhost:8080"), ("127.0.0.1:9", nil, "http://127.0.0.1:9"),
        ("chat.example.com", nil, nil), ("studio.example", nil, "http://studio.example"),
        ("STUDIO.example:81", nil, "http://STUDIO.example:81"), ("studio.example.evil.example", nil, nil),
    ])
    func hostsThatAreNotOursGetIntoNoLink(host: String, page: String?, origin: String?) async throws {
        try await TestServer.run(configure: {
            $0.notifications.publicURL = page
            $0.allowedOrigins = ["http://studio.example"]
        }) { server in
            let alex = try await server.register("Alex", role: .trainer)
            let token = alex.accessToken.reveal()
            let http = RESTClient(baseURL: server.baseURL)
            let asked = ["Host": host]
            let made = try await http.request("POST", "/v1/invitations", token: token, headers: asked, body: "{}")
            let invitation = try #require(made.json["invitation"] as? [String: Any])
            let (link, code) = (try #require(invitation["link"] as? String), invitation["code"] as? String ?? "")
            #expect(link == "\(origin ?? "")/invite/\(code)")
            let feed = try await http.request("GET", "/v1/calendar/feed", token: token, headers: asked)
            let url = try #require(feed.json["url"] as? String)
            #expect(url.hasPrefix("\(origin ?? "")/calendar/feeds/"))
            let known = try await http.request("GET", "/.well-known/matrix/client", headers: asked)
            #expect(known.status == (origin == nil ? 404 : 200))
            if let origin { #expect((known.json["m.homeserver"] as? [String: String]) == ["base_url": origin]) }
        }
    }
}
