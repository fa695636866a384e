import Domain
import Foundation
import ModelTestKit
import Notifications
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// A calendar elsewhere is set up, shown and revoked over HTTP, and a running server copies into it.
@Suite(.standardTimeLimit) struct CalendarPushRequestTests {
    private static let path = "/v1/calendar/push"

    private static func run(_ body: @Sendable (TestServer, ScriptedProvider) async throws -> Void) async throws {
        let calendar = try await ScriptedProvider { request, _ in
            request.method == "PROPFIND" ? .calendar : .created
        }
        try await TestServer.run(configure: { settings in
            settings.calendarPush.origins = Set([Origin(calendar.baseURL.replacing("/v1", with: ""))].compactMap { $0 })
        }) { try await body($0, calendar) }
        await calendar.stop()
    }

    @Test func itIsSetUpShownAndRevoked() async throws {
        try await Self.run { server, calendar in
            let alex = try await server.register("Alex", role: .trainer)
            let target: [String: Any] = ["url": calendar.baseURL, "username": "alex", "password": "tangerine"]
            let set = try await server.request("PUT", Self.path, as: alex, json: target)
            let shown = try await server.request("GET", Self.path, as: alex)
            for answer in [set, shown] {
                let json = try #require(JSONValue.parse([UInt8](answer.body)))
                #expect(answer.status == 200 && json["push"]?["url"]?.string == calendar.baseURL + "/")
                #expect(!String(decoding: answer.body, as: UTF8.self).contains("tangerine"))
            }
            let export = try await server.request("POST", "/v1/me/export", as: alex, json: ["password": "secret-Alex"])
            #expect(export.status == 200 && Data(export.body).firstRange(of: Data("calendar-push.json".utf8)) != nil)
            #expect(Data(export.body).firstRange(of: Data("tangerine".utf8)) == nil)
            #expect(try await server.request("DELETE", Self.path, as: alex).status == 204)
            let ended = try await server.request("GET", Self.path, as: alex)
            #expect(JSONValue.parse([UInt8](ended.body))?.object?["push"] == .null)
        }
    }

    /// It holds a password, so an API key can't set one up, whatever it may do.
    @Test func keysCannot() async throws {
        try await Self.run { server, calendar in
            let alex = try await server.register("Alex", role: .trainer)
            let scopes = KeyScope.allCases.filter { $0 != .admin }.map(\.rawValue)
            let made = try await server.request("POST", "/v1/keys", as: alex, json: ["name": "all", "scopes": scopes])
            let key = try #require(JSONValue.parse([UInt8](made.body))?["key"]?["secret"]?.string)
            let body = #"{"url":"\#(calendar.baseURL)","username":"alex","password":"tangerine"}"#
            #expect(try await server.request("PUT", Self.path, token: key, body: body).status == 403)
            #expect(try await server.request("PUT", Self.path, token: nil, body: body).status == 401)
            #expect(calendar.requests.isEmpty)
        }
    }

    /// The page shows the code and nothing else of the address, and does nothing by itself.
    @Test func theCodeIsShownAndNothingElse() async throws {
        try await TestServer.run { server in
            let page = try await server.request("GET", "/calendar/google?code=4/0Ab-c_d&scope=x&state=s", token: nil)
            let text = String(decoding: page.body, as: UTF8.self)
            #expect(page.status == 200 && text.contains("<code>4/0Ab-c_d</code>"))
            #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            #expect(
                page.headers["referrer-policy"] == "no-referrer"
                    && page.headers["cache-control"]?.contains("no-store") == true
            )
            for query in [
                "", "?code=%3Cscript%3Ealert(1)%3C/script%3E", "?error=access_denied&code=4/0A", "?code=a%0Ab",
            ] {
                let refused = try await server.request("GET", "/calendar/google\(query)", token: nil)
                let text = String(decoding: refused.body, as: UTF8.self)
                #expect(refused.status == 400 && !text.contains("<code>") && !text.contains("script"))
            }
            // Nothing is set up here.
            let alex = try await server.register("Alex", role: .trainer)
            #expect(try await server.request("POST", "\(Self.path)/google", as: alex).status == 404)
        }
    }

    @Test func aRunningServerCopies() async throws {
        try await Self.run { server, calendar in
            let alex = try await server.register("Alex", role: .trainer)
            let day = Date().addingTimeInterval(86_400)
            let event = [
                "eventType": "adhoc", "title": "Gym", "startsAt": day.ISO8601Format(),
                "endsAt": day.addingTimeInterval(3600).ISO8601Format(),
            ]
            #expect(try await server.request("POST", "/v1/calendar/events", as: alex, json: event).status == 201)
            let target: [String: Any] = ["url": calendar.baseURL, "username": "alex", "password": "tangerine"]
            #expect(try await server.request("PUT", Self.path, as: alex, json: target).status == 200)
            await calendar.requestArrived()
            await calendar.requestArrived()
            let put = try #require(calendar.requests.last)
            #expect(put.method == "PUT" && String(decoding: put.body, as: UTF8.self).contains("SUMMARY:Gym"))
            #expect(put.headers["authorization"] == "Basic \(Data("alex:tangerine".utf8).base64EncodedString())")
            #expect(put.headers["if-none-match"] == "*")
        }
    }
}

extension ScriptedResponse {
    /// A CalDAV server's answer about a calendar, as Radicale gives it.
    static var calendar: ScriptedResponse {
        var response = body(
            [
                """
                <?xml version='1.0' encoding='utf-8'?>
                <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>/</href><propstat><prop>\
                <resourcetype><C:calendar /><collection /></resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat>\
                </response></multistatus>
                """
            ],
            type: "text/xml; charset=utf-8"
        )
        response.status = 207
        return response
    }

    /// That of what was stored there.
    fileprivate static var created: ScriptedResponse {
        var response = body([], type: "text/plain")
        response.status = 201
        response.headers = [("ETag", "\"1\"")]
        return response
    }
}
