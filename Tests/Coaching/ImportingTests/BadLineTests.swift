import Importing
import Testing

/// Each kind of bad line: refused with its number and reason, before anything is written.
@Suite struct BadLineTests {
    /// The line that follows `Lines.studio`, and a part of the reason.
    static let bad: [(line: String, reason: String)] = [
        ("not json", "not valid JSON"),
        ("[1,2]", "one JSON object"),
        (#"{"type":"user""#, "not valid JSON"),
        (#"{"email":"a@b.co"}"#, "'type' is missing"),
        (#"{"type":7}"#, "'type' must be text"),
        (#"{"type":"coach"}"#, "the type 'coach' is not known"),
        // People
        (#"{"type":"user","displayName":"X","role":"client"}"#, "'email' is missing"),
        (#"{"type":"user","email":"nobody","displayName":"X","role":"client"}"#, "'email': Please enter a valid"),
        (#"{"type":"user","email":"x@example.com","displayName":" ","role":"client"}"#, "'displayName': Give"),
        (#"{"type":"user","email":"x@example.com","displayName":"X","role":"coach"}"#, "one of trainer, client"),
        (
            #"{"type":"user","email":"x@example.com","displayName":"X","role":"client","timezone":"Mars/Base"}"#,
            "'Mars/Base' is not a time zone"
        ),
        (
            #"{"type":"user","email":"x@example.com","displayName":"X","role":"client","password":"123"}"#,
            "'password': A password needs"
        ),
        (
            #"{"type":"user","email":"SARA@example.com","displayName":"X","role":"client"}"#,
            "sara@example.com is already defined on line 2"
        ),
        (
            #"{"type":"relation","trainer":"alex@example.com","client":"eve@example.com"}"#,
            "eve@example.com is not defined"
        ),
        (#"{"type":"relation","trainer":"sara@example.com","client":"tom@example.com"}"#, "is a client, not a trainer"),
        (
            #"{"type":"relation","trainer":"alex@example.com","client":"alex@example.com"}"#,
            "is a trainer, not a client"
        ),
        (#"{"type":"prospect","trainer":"tom@example.com","displayName":"N"}"#, "is a client, not a trainer"),
        (#"{"type":"prospect","trainer":"alex@example.com","displayName":""}"#, "'displayName'"),
        // Chats
        (#"{"type":"chat","ref":"c2","kind":"room","members":[]}"#, "one of direct, group"),
        (
            #"{"type":"chat","ref":"c2","kind":"direct","members":["alex@example.com"]}"#,
            "has two members; this one has 1"
        ),
        (#"{"type":"chat","ref":"c2","kind":"direct","members":"alex@example.com"}"#, "'members' must be a list"),
        (#"{"type":"chat","ref":"","kind":"direct","members":[]}"#, "'ref' must be 1 to 128 bytes"),
        (
            #"{"type":"chat","ref":"c1","kind":"direct","members":["alex@example.com","tom@example.com"]}"#,
            "the chat 'c1' is already defined on line 5"
        ),
        (
            #"{"type":"chat","ref":"c2","kind":"direct","members":["sara@example.com","alex@example.com"]}"#,
            "this very chat is already defined on line 5"
        ),
        (
            #"{"type":"chat","ref":"c2","kind":"direct","members":["eve@example.com","alex@example.com"]}"#,
            "eve@example.com is not defined on an earlier line and has no account"
        ),
        (
            #"{"type":"chat","ref":"g2","kind":"group","name":"N","members":["alex@example.com","sara@example.com"]}"#,
            "3 to 1000 members; this one has 2"
        ),
        (
            #"{"type":"chat","ref":"g2","kind":"group","members":["alex@example.com","sara@example.com","tom@example.com"]}"#,
            "'name' is missing"
        ),
        // Messages
        (Lines.message("m2", "hi", in: "ch09"), "the chat 'ch09' is not defined on an earlier line"),
        (Lines.message("m2", "hi", from: "tom@example.com"), "tom@example.com is not a member of the chat 'c1'"),
        (Lines.message("m2", "hi", at: "2026-02-30T08:12:00Z"), "'sentAt' must be a time like"),
        (Lines.message("m2", "hi", at: "yesterday"), "not 'yesterday'"),
        (Lines.message("m2", " "), "'text': A message needs a text"),
        (Lines.message("m2", String(repeating: "x", count: 10_001)), "'text': A message holds at most"),
        (Lines.message(String(repeating: "r", count: 129), "hi"), "'ref' must be 1 to 128 bytes"),
        (Lines.message("m1", "again"), "'c1' is already defined on line 7"),
        // Calendar
        (event(#""eventType":"training""#), "a training needs a 'client'"),
        (
            event(#""eventType":"call","client":"tom@example.com""#),
            "tom@example.com is not a client of alex@example.com"
        ),
        (event(#""eventType":"adhoc","client":"sara@example.com""#), "an adhoc event is with nobody"),
        (event(#""eventType":"party""#), "one of training, call, adhoc"),
        (event(#""eventType":"adhoc""#, ends: "2026-03-11T20:00:00Z"), "must end after it starts"),
        (event(#""eventType":"adhoc","title":"""#), "'title' must be 1 to 200 characters"),
        (event(#""eventType":"adhoc""#, ref: "e1"), "the event 'e1' of alex@example.com is already defined on line 8"),
        (#"{"type":"settings","user":"sara@example.com"}"#, "is a client, not a trainer"),
        (#"{"type":"settings","user":"alex@example.com","callMinutes":1.5}"#, "'callMinutes' must be a whole number"),
        (#"{"type":"settings","user":"alex@example.com","callMinutes":1e300}"#, "'callMinutes' must be a whole number"),
        (#"{"type":"settings","user":"alex@example.com","workingHours":"always"}"#, "'workingHours' must be an object"),
        (
            #"{"type":"settings","user":"alex@example.com","workingHours":{"someday":"07:00-20:00"}}"#,
            "'someday' is not a day"
        ),
    ]

    private static func event(_ fields: String, ref: String = "e2", ends: String = "2026-03-11T21:00:00Z") -> String {
        #"{"type":"event","trainer":"alex@example.com","ref":"\#(ref)","startsAt":"2026-03-11T20:00:00Z","endsAt":"\#(ends)",\#(fields)}"#
    }

    @Test(arguments: bad) func isRefusedWithItsNumberAndReason(_ bad: (line: String, reason: String)) async throws {
        try await ImportFixture.with { world in
            let before = try await world.rows()
            let good = Lines.studio + [Lines.hello, Self.event(#""eventType":"adhoc""#, ref: "e1")]
            let failure = try await world.failure(Lines.file(good + [bad.line, Lines.message("m9", "later")]))
            #expect(failure?.line == good.count + 1)
            #expect(failure?.reason.contains(bad.reason) == true, "\(failure?.reason ?? "no failure")")
            #expect(try await world.rows() == before)
        }
    }

    @Test func aLineMayNotReferToALaterOne() async throws {
        try await ImportFixture.with { world in
            let failure = try await world.failure(Lines.file([Lines.alex, Lines.chat, Lines.sara]))
            #expect(
                failure?.description.hasPrefix(
                    "line 2: sara@example.com is not defined on an earlier line and has no account; add a user line"
                ) == true
            )
        }
    }

    @Test func blankLinesCountForTheNumber() async throws {
        try await ImportFixture.with { world in
            let failure = try await world.failure("\n\r\n  \n{}\n")
            #expect(failure?.line == 4)
        }
    }

    @Test func aRoleCannotChange() async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file([Lines.sara]))
            let failure = try await world.failure(Lines.file([Lines.sara.replacing("client", with: "trainer")]))
            #expect(
                failure?.description
                    == "line 1: sara@example.com has an account as a client; a role can't change to trainer"
            )
        }
    }

    @Test func bytesThatAreNotTextAreRefused() async throws {
        try await ImportFixture.with { world in
            await #expect(throws: ImportFailure(line: 1, "this is not UTF-8 text")) {
                _ = try await world.importer.run([0x7B, 0xFF, 0xFE, 0x7D])
            }
        }
    }
}
