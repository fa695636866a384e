import Domain
import Foundation
import Gateway
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import FunctionsCompat

/// A small request can't have a large answer, nor an account a calendar without an end.
@Suite(.standardTimeLimit) struct CalDAVBoundTests {
    private static func properties(_ count: Int, of namespace: String) -> String {
        let names = (0..<count).map { "<x:p\($0)/>" }.joined()
        return #"<d:propfind xmlns:d="DAV:" xmlns:x="\#(namespace)"><d:prop>\#(names)</d:prop></d:propfind>"#
    }

    @Test func aNamespaceIsRepeatedOnce() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            for number in 1...3 {
                let day = "2026032\(number)"
                _ = try await phone.put(
                    "\(number).ics",
                    DAVProgram.event("\(number)", ["DTSTART:\(day)T150000Z", "DTEND:\(day)T160000Z"])
                )
            }
            let namespace = "urn:" + String(repeating: "n", count: 252)
            let answer = try await phone.send(
                "PROPFIND",
                phone.calendar,
                [("Depth", "1")],
                body: Self.properties(64, of: namespace)
            )
            #expect(answer.status == 207 && answer.body.matches(of: /nnnnnnnn*/).count == 1)
            #expect(answer.body.matches(of: /<d:response>/).count == 4)
            #expect(answer.body.matches(of: /<x\d+:p63\/>/).count == 4)

            let many = try await phone.send("PROPFIND", phone.calendar, body: Self.properties(65, of: "urn:n"))
            #expect(many.status == 400 && many.body.contains("64 properties"))
            let far = try await phone.send("PROPFIND", "/dav/", body: Self.properties(1, of: namespace + "n"))
            #expect(far.status == 400)
        }
    }

    @Test func whatIsAskedTwiceIsAnsweredOnce() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            _ = try await phone.put("a.ics", DAVProgram.event("a"))
            let data = String(repeating: "<c:calendar-data/>", count: 3_000)
            let hrefs = [String](repeating: "<d:href>\(phone.calendar)a.ics</d:href>", count: 800).joined()
            let answer = try await phone.send(
                "REPORT",
                phone.calendar,
                body: """
                    <c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>\(data)</d:prop>\
                    \(hrefs)</c:calendar-multiget>
                    """
            )
            #expect(answer.status == 207 && answer.body.matches(of: /BEGIN:VCALENDAR/).count == 1)
            let change = String(repeating: "<d:displayname>x</d:displayname>", count: 3_000)
            let patched = try await phone.send(
                "PROPPATCH",
                phone.calendar,
                body: #"<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop>\#(change)</d:prop></d:set></d:propertyupdate>"#
            )
            #expect(patched.status == 207 && patched.body.matches(of: /displayname/).count == 1)
        }
    }

    @Test func moreNamesThanAreAnsweredAreSaid() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            let hrefs = (0..<1_001).map { "<d:href>\(phone.calendar)\($0).ics</d:href>" }.joined()
            let answer = try await phone.send(
                "REPORT",
                phone.calendar,
                body: """
                    <c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/></d:prop>\
                    \(hrefs)</c:calendar-multiget>
                    """
            )
            #expect(answer.status == 207)
            #expect(answer.body.matches(of: /404 Not Found/).count == 1_000)
            #expect(answer.body.matches(of: /507 Insufficient Storage/).count == 1)
            #expect(answer.body.contains("<d:error><d:number-of-matches-within-limits/></d:error>"))
        }
    }

    /// A look that asks for few is told the rest by the tokens that it gets.
    @Test func aSyncInPartsTellsEverything() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            for day in 10..<15 {
                let lines = ["DTSTART:202604\(day)T150000Z", "DTEND:202604\(day)T160000Z"]
                _ = try await phone.put("\(day).ics", DAVProgram.event("\(day)", lines))
            }
            var (names, token, rounds) = (Set<String>(), "", 0)
            while rounds < 10 {
                rounds += 1
                let part = try await phone.sync(token, limit: 2)
                for match in part.answer.body.matches(of: /spotter\/(\d\d)\.ics/) { names.insert(String(match.1)) }
                token = part.token
                guard part.answer.body.contains("507 Insufficient Storage") else { break }
            }
            #expect(rounds == 3 && names == ["10", "11", "12", "13", "14"])
            #expect(try await phone.sync(token).answer.body.contains("d:response>") == false)
        }
    }

    @Test func storedBytesAreCharged() async throws {
        try await StudioFixture.open(configure: {
            $0.limits.messageBytes = Rate(1, burst: 100_000)
            $0.stopLimitClock()
        }) { studio in
            let phone = try await DAVProgram(studio)
            let long = "X-LONG:" + String(repeating: "x", count: 70_000)
            let first = ["DTSTART:20260320T150000Z", "DTEND:20260320T160000Z", long]
            #expect(try await phone.put("a.ics", DAVProgram.event("a", first)).status == 201)
            let second = ["DTSTART:20260321T150000Z", "DTEND:20260321T160000Z", long]
            let refused = try await phone.put("b.ics", DAVProgram.event("b", second))
            #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
            // A document that is refused for what it says costs nothing.
            #expect(try await phone.put("c.ics", DAVProgram.event("c", ["X-LONG:x"])).status == 403)
            #expect(try await studio.events().count == 1)
        }
    }

    @Test func aFullDiskTakesNothingNew() async throws {
        try await StudioFixture.open(configure: { $0.diskFloor = .max }) { studio in
            let phone = try await DAVProgram(studio)
            let refused = try await phone.put("a.ics", DAVProgram.event("a"))
            #expect(refused.status == 507 && refused.body.contains("sufficient-disk-space"))
            #expect(try await phone.send("PROPFIND", phone.calendar).status == 207)
        }
    }
}

/// An answer is made in parts, and has an end.
@Suite struct MultistatusTests {
    /// Writes a thousand bytes at a time, for ever.
    private struct Endless: MultistatusSource {
        var count = 0

        mutating func write(to writer: inout XMLWriter, room: Int) async throws -> Bool {
            guard room > 1_000 else {
                writer.truncated("/dav/")
                return false
            }
            count += 1
            writer.raw("<p>\(String(repeating: "\(count % 10)", count: 993))</p>")
            return true
        }
    }

    @Test func anAnswerIsBounded() async throws {
        var answer = Multistatus(Endless(), declarations: #" xmlns:x9="urn:x""#, maxBytes: 20_000)
        var (parts, whole) = (0, "")
        while let part = try await answer.next() {
            #expect(part.utf8.count < 2_000)
            parts += 1
            whole += part
        }
        #expect(18...20 ~= parts)
        #expect(whole.hasPrefix("<?xml") && whole.hasSuffix("</d:multistatus>\n"))
        #expect(whole.contains("507 Insufficient Storage") && whole.contains("number-of-matches-within-limits"))
        #expect(whole.matches(of: /urn:x/).count == 1)
        #expect(XMLReader.read(Array(whole.utf8)) != nil)
        #expect(try await answer.next() == nil)
    }

    @Test(arguments: [
        ("", ""), ("a&b<c>\"d\"\r\n", "a&amp;b&lt;c&gt;&quot;d&quot;&#13;\n"), ("\u{0}\u{1}\u{1F}x\ty", "x\ty"),
        ("\u{FFFE}a\u{FFFF}b\u{FFFD}", "ab\u{FFFD}"), ("ﾾｾ¾¿你好🙂ཾ", "ﾾｾ¾¿你好🙂ཾ"),
    ])
    func textsAreEscaped(text: String, escaped: String) { #expect(XMLWriter.escaped(text) == escaped) }

    @Test func propertiesAreNamedByPrefixes() throws {
        let elements = [
            XMLElement(namespace: XMLNamespace.dav, name: "getetag"), XMLElement(namespace: "urn:a", name: "one"),
            XMLElement(namespace: "", name: "plain"), XMLElement(namespace: "urn:a", name: "two"),
            XMLElement(namespace: "urn:\"b", name: "one"),
            XMLElement(namespace: "urn:a", name: "one", attributes: ["x": "y"]),
        ]
        let asked = try #require(CalDAVAsked(elements))
        #expect(asked.properties.map(\.tag) == ["d:getetag", "x4:one", "plain", "x4:two", "x5:one"])
        #expect(asked.declarations == #" xmlns:x4="urn:a" xmlns:x5="urn:&quot;b""#)
        #expect(!asked.needsDocuments)
    }
}
