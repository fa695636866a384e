import AsyncHTTPClient
import Domain
import Foundation
import NIOHTTP1
import ServerTestKit
import Testing

/// Discovery, reading, and who may do what.
@Suite struct CalDAVTests {
    @Test func isDiscovered() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            let known = try await phone.send("GET", "/.well-known/caldav")
            // The client follows the redirection.
            #expect(known.status == 405)
            let options = try await DAVProgram(studio, login: nil).send("OPTIONS", "/dav/")
            #expect(options.headers["dav"]?.contains("calendar-access") == true)
            let root = try await phone.send(
                "PROPFIND",
                "/dav/",
                [("Depth", "0")],
                body:
                    #"<propfind xmlns="DAV:"><prop><current-user-principal/><nonsense xmlns="urn:x"/></prop></propfind>"#
            )
            #expect(root.status == 207)
            #expect(root.body.contains("<d:href>/dav/principals/\(studio.alex.id)/</d:href>"))
            #expect(root.body.contains("404 Not Found"))
            let home = try await phone.send(
                "PROPFIND",
                "/dav/principals/\(studio.alex.id)/",
                [("Depth", "0")],
                body:
                    #"<A:propfind xmlns:A="DAV:"><A:prop><B:calendar-home-set xmlns:B="urn:ietf:params:xml:ns:caldav"/></A:prop></A:propfind>"#
            )
            #expect(home.body.contains("<d:href>/dav/calendars/\(studio.alex.id)/</d:href>"))
            let collections = try await phone.send("PROPFIND", "/dav/calendars/\(studio.alex.id)/", [("Depth", "1")])
            #expect(collections.body.contains("<d:collection/><c:calendar/>"))
            #expect(collections.body.contains("<c:calendar-multiget/>"))
        }
    }

    @Test func onlyKeysOfTheirOwnerSignIn() async throws {
        try await StudioFixture.open { studio in
            let key = try await DAVProgram(studio).login ?? ""
            let secret = key.split(separator: ":").last ?? ""
            for login in [
                nil, "", ":", "alexmoore@example.com:secret-Alex Moore", "saralindqvist@example.com:\(secret)",
                "alexmoore@example.com:\(studio.alex.accessToken.reveal())", "alexmoore@example.com:\(secret)x",
            ] {
                let answer = try await DAVProgram(studio, login: login).send("PROPFIND", "/dav/", [("Depth", "0")])
                #expect(answer.status == 401, "\(login ?? "nobody")")
                #expect(answer.headers["www-authenticate"]?.hasPrefix("Basic") == true)
            }
            let upper = try await DAVProgram(studio, login: "AlexMoore@Example.com:\(secret)")
                .send("PROPFIND", "/dav/", [("Depth", "0")])
            #expect(upper.status == 207)
        }
    }

    @Test func aKeyNeedsItsScopes() async throws {
        try await StudioFixture.open { studio in
            let reader = try await DAVProgram(studio, scopes: [.calendarRead])
            let other = try await DAVProgram(studio, scopes: [.messagesRead, .search, .profile, .calendarWrite])
            #expect(try await reader.send("PROPFIND", reader.calendar).status == 207)
            #expect(try await other.send("PROPFIND", other.calendar).status == 403)
            let refused = try await reader.put("a.ics", DAVProgram.event("a"))
            #expect(refused.status == 403 && refused.body.contains("need-privileges"))
            #expect(try await reader.send("DELETE", reader.calendar + "a.ics").status == 403)
            #expect(try await studio.events().isEmpty)
        }
    }

    @Test func anotherUsersCalendarIsNotThere() async throws {
        try await StudioFixture.open { studio in
            let rivals = try await studio.rivals()
            let event = try await studio.event("2026-03-12T15:00:00Z", "2026-03-12T16:00:00Z", as: rivals.trainer)
            let phone = try await DAVProgram(studio)
            let theirs = "/dav/calendars/\(rivals.trainer.id)/spotter/"
            for (method, path) in [
                ("PROPFIND", theirs), ("GET", "\(theirs)\(event).ics"), ("PUT", "\(theirs)new.ics"),
                ("DELETE", "\(theirs)\(event).ics"), ("GET", "\(phone.calendar)\(event).ics"),
                ("DELETE", "\(phone.calendar)\(event).ics"), ("PROPFIND", "/dav/principals/\(rivals.trainer.id)/"),
                ("PROPFIND", "/dav/calendars/\(studio.alex.id)/other/"),
            ] {
                let body = method == "PUT" ? DAVProgram.event("new") : nil
                #expect(try await phone.send(method, path, body: body).status == 404, "\(method) \(path)")
            }
            #expect(try await studio.events(of: rivals.trainer).count == 1)
        }
    }

    @Test func aClientReadsTheirAppointmentsOnly() async throws {
        try await StudioFixture.open { studio in
            let body: [String: Any] = [
                "eventType": "training", "clientId": studio.sara.id.description, "notes": "Careful with the knee",
                "startsAt": "2026-03-12T15:00:00Z", "endsAt": "2026-03-12T16:00:00Z",
            ]
            let made = try await studio.server.request("POST", "/v1/calendar/events", as: studio.alex, json: body)
            #expect(made.status == 201)
            try await studio.event("2026-03-13T15:00:00Z", "2026-03-13T16:00:00Z")
            let phone = try await DAVProgram(studio, as: studio.sara)
            let names = try await phone.names()
            #expect(names.count == 1)
            let name = try #require(names.keys.first)
            let object = try await phone.get(name)
            #expect(object.body.contains("SUMMARY:Training with Alex Moore"))
            #expect(!object.body.contains("knee"))
            #expect(object.headers["etag"] == names[name])
            #expect(try await phone.put(name, object.body).status == 403)
            #expect(try await phone.send("DELETE", phone.calendar + name).status == 403)
        }
    }

    @Test func reportsFindByTimeAndName() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            _ = try await phone.put("one.ics", DAVProgram.event("one"))
            _ = try await phone.put(
                "two.ics",
                DAVProgram.event("two", ["DTSTART:20260321T150000Z", "DTEND:20260321T160000Z", "SUMMARY:Two & <more>"])
            )
            func query(_ filter: String) async throws -> DAVProgram.Answer {
                try await phone.send(
                    "REPORT",
                    phone.calendar,
                    [("Depth", "1")],
                    body: """
                        <c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">\
                        <d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR">\
                        \(filter)</c:comp-filter></c:filter></c:calendar-query>
                        """
                )
            }
            let day =
                #"<c:comp-filter name="VEVENT"><c:time-range start="20260321T000000Z" end="20260322T000000Z"/></c:comp-filter>"#
            let found = try await query(day)
            #expect(found.status == 207)
            #expect(found.body.contains("SUMMARY:Two &amp; &lt;more&gt;") && !found.body.contains("Dentist"))
            #expect(try await query(#"<c:comp-filter name="VTODO"/>"#).body.contains("d:response>") == false)
            let unknown = try await query(
                #"<c:comp-filter name="VEVENT"><c:prop-filter name="SUMMARY"><c:text-match>x</c:text-match></c:prop-filter></c:comp-filter>"#
            )
            #expect(unknown.status == 403 && unknown.body.contains("supported-filter"))
            let several = try await phone.send(
                "REPORT",
                phone.calendar,
                body: """
                    <c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop>\
                    <d:href>\(phone.calendar)one.ics</d:href><d:href>\(studio.server.baseURL)\(phone.calendar)two.ics</d:href>\
                    <d:href>\(phone.calendar)three.ics</d:href><d:href>/dav/calendars/x/spotter/one.ics</d:href></c:calendar-multiget>
                    """
            )
            #expect(several.body.matches(of: /BEGIN:VCALENDAR/).count == 2)
            #expect(several.body.matches(of: /404 Not Found/).count == 2)
        }
    }

    @Test func syncTellsWhatHasChanged() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            _ = try await phone.put("one.ics", DAVProgram.event("one"))
            let first = try await phone.sync()
            #expect(first.answer.body.contains("one.ics"))
            #expect(try await phone.sync(first.token).answer.body.contains("d:response>") == false)
            // Changes at any door count.
            let native = try await studio.event("2026-03-22T15:00:00Z", "2026-03-22T16:00:00Z")
            let second = try await phone.sync(first.token)
            #expect(second.answer.body.contains("\(native).ics") && !second.answer.body.contains("one.ics"))
            _ = try await phone.send("DELETE", phone.calendar + "one.ics")
            let third = try await phone.sync(second.token)
            #expect(third.answer.body.contains("one.ics") && third.answer.body.contains("404 Not Found"))
            #expect(third.token != second.token)
            // From the first look, both.
            let all = try await phone.sync(first.token)
            #expect(all.answer.body.contains("\(native).ics") && all.answer.body.contains("one.ics"))
            for token in ["urn:spotter:sync:999", "urn:spotter:sync:-1", "http://other/1", "urn:spotter:sync:x"] {
                let refused = try await phone.sync(token).answer
                #expect(refused.status == 403 && refused.body.contains("valid-sync-token"))
            }
        }
    }

    @Test func anyBodyIsAnswered() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            let entities =
                #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><d:propfind xmlns:d="DAV:"><d:prop>&x;</d:prop></d:propfind>"#
            for body in [
                entities, "<", "x", "<a><b></a></b>", "<a>&unknown;</a>", String(repeating: "<a>", count: 5000),
            ] {
                #expect(try await phone.send("PROPFIND", phone.calendar, body: body).status == 400)
                #expect(try await phone.send("REPORT", phone.calendar, body: body).status == 400)
            }
            let other = try await phone.send("REPORT", phone.calendar, body: #"<d:expand-property xmlns:d="DAV:"/>"#)
            #expect(other.status == 403 && other.body.contains("supported-report"))
            #expect(try await phone.send("MKCALENDAR", phone.calendar + "new").status == 403)
            let colour =
                #"<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><d:displayname>x</d:displayname></d:prop></d:set></d:propertyupdate>"#
            let patched = try await phone.send("PROPPATCH", phone.calendar, body: colour)
            #expect(patched.status == 207 && patched.body.contains("403 Forbidden"))
        }
    }
}
