import Domain
import Scheduling
import SpotterAPI
import Storage
import Testing

@testable import Importing

/// Reminders, events of any state, and events with prospects.
@Suite struct CalendarLinesTests {
    private static let nina = #"{"type":"prospect","trainer":"alex@example.com","displayName":"Nina"}"#
    private static let people = [Lines.alex, Lines.sara, Lines.related, nina]

    private static func event(_ ref: String, _ fields: String) -> String {
        #"{"type":"event","trainer":"alex@example.com","ref":"\#(ref)","startsAt":"2026-03-10T20:00:00Z","endsAt":"2026-03-10T21:00:00Z",\#(fields)}"#
    }

    private static func reminder(_ ref: String, _ fields: String) -> String {
        #"{"type":"reminder","user":"alex@example.com","ref":"\#(ref)","text":"Ask about the knee",\#(fields)}"#
    }

    @Test func eventsKeepTheirStateAndTheirProspect() async throws {
        try await ImportFixture.with { world in
            let lines = [
                Self.event("e1", #""eventType":"call","prospect":"Nina""#),
                Self.event("e2", #""eventType":"training","client":"sara@example.com","status":"cancelled""#),
                Self.event("e3", #""eventType":"adhoc","status":"completed""#),
            ]
            #expect(try await world.run(Lines.file(Self.people + lines)).events == .init(added: 3))
            #expect(try await world.run(Lines.file(lines)).events == .init(existing: 3))
            let found = try await world.database.read { connection in
                try connection.query(
                    "SELECT title, status, prospect_id IS NULL FROM calendar_events ORDER BY import_ref"
                ) { "\(try $0.text(0)) \(try $0.text(1)) \(try $0.bool(2))" }
            }
            #expect(found.first == "Call with Nina scheduled false")
            #expect(
                found.dropFirst().map { $0.hasSuffix("cancelled true") || $0.hasSuffix("completed true") } == [
                    true, true,
                ]
            )
        }
    }

    @Test func remindersComeOnceAndThePastIsSilent() async throws {
        try await ImportFixture.with { world in
            let lines = [
                Self.reminder("r1", #""dueAt":"2026-04-01T08:00:00Z","client":"sara@example.com""#),
                Self.reminder("r2", #""dueAt":"2026-01-01T08:00:00Z""#),
                Self.reminder("r3", #""dueAt":"2026-01-05T08:00:00Z","recurrence":"FREQ=WEEKLY","timezone":"UTC""#),
                Self.reminder("r4", #""dueAt":"2026-04-02T08:00:00Z","completed":true"#),
            ]
            #expect(try await world.run(Lines.file(Self.people + lines)).reminders == .init(added: 4))
            #expect(try await world.run(Lines.file(lines)).reminders == .init(existing: 4))
            let found = try await world.database.read { connection in
                try connection.query(
                    "SELECT due_at, notify_at, completed FROM reminders ORDER BY import_ref"
                ) {
                    "\(try $0.timestamp(0)) \(try $0.optionalTimestamp(1).map { "\($0)" } ?? "never") \(try $0.bool(2))"
                }
            }
            #expect(
                found == [
                    "2026-04-01T08:00:00.000Z 2026-04-01T08:00:00.000Z false",
                    "2026-01-01T08:00:00.000Z never false",
                    "2026-03-16T08:00:00.000Z 2026-03-16T08:00:00.000Z false",
                    "2026-04-02T08:00:00.000Z never true",
                ]
            )
        }
    }

    @Test(arguments: [
        (
            event("e1", #""eventType":"call","prospect":"Otto""#),
            "no prospect named 'Otto'; put a prospect on an earlier line"
        ),
        (event("e1", #""eventType":"call","prospect":"Nina","client":"sara@example.com""#), "leave one of them out"),
        (event("e1", #""eventType":"adhoc","prospect":"Nina""#), "leave 'prospect' out"),
        (event("e1", #""eventType":"adhoc","status":"maybe""#), "one of scheduled, completed, cancelled"),
        (reminder("r1", #""dueAt":"soon""#), "'dueAt' must be a time"),
        (reminder("r1", #""dueAt":"2026-04-01T08:00:00Z","completed":"yes""#), "'completed' must be true or false"),
        (reminder("r1", #""dueAt":"2026-04-01T08:00:00Z","recurrence":"now and then""#), "'recurrence'"),
        (
            reminder("r1", #""dueAt":"2026-04-01T08:00:00Z","client":"eve@example.com""#),
            "eve@example.com is not defined"
        ),
    ])
    func aWrongLineSaysWhatHelps(_ line: String, _ reason: String) async throws {
        try await ImportFixture.with { world in
            let failure = try await world.failure(Lines.file(Self.people + [line]))
            #expect(failure?.line == 5 && failure?.reason.contains(reason) == true, "\(failure?.description ?? "none")")
        }
    }
}
