import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import Scheduling
import TimeExpressions

struct WhenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "when",
        abstract: "Print how Spotter understands an expression of time.",
        discussion: """
            Examples:
              spotter when "tomorrow at 3pm"
              spotter when "next tuesday at half nine" --timezone America/New_York --json
              spotter when "every other Friday at 7am" --now 2026-03-11T13:15:00Z \\
                --locale en-GB

            Ends with 1 if it isn't a time. With --json that is an answer like others, of the kind "none".
            """
    )

    @Argument(help: "The expression, such as \"in two weeks\".")
    var expression: String

    @Option(help: "Take this as now (RFC 3339).")
    var now: String?

    @Option(help: "IANA time zone (default: this machine's).")
    var timezone: String?

    @Option(help: "Language and order of numeric dates, such as en-GB (default: English as in the zone).")
    var locale: String?

    @Flag(help: "One JSON document.")
    var json = false

    func run() throws {
        guard let zone = timezone.map({ TimeZone(identifier: $0) }) ?? .current else {
            throw ValidationError("'\(timezone ?? "")' is not a time zone; give an IANA name like Europe/Stockholm")
        }
        let instant = try now.map { try CommandClock.time($0, of: "--now") } ?? CommandClock.now()
        let reading = TimeExpressionParser(now: instant, timeZone: zone, locale: locale).parse(expression)
        if json { return try outputJSON(reading) }
        guard reading.kind != .none else {
            throw fail(SpotterError.invalid("'\(expression)' isn't a time that Spotter understands"))
        }
        output(Self.describe(reading, zone))
    }

    private static func describe(_ reading: ParsedTime, _ zone: TimeZone) -> String {
        var parts = ["\(reading.kind)"]
        if let local = reading.local { parts.append("\(local) \(zone.identifier)") }
        if let end = reading.endLocal { parts.append("to \(end)") }
        if let utc = reading.utc { parts.append("= \(utc)") }
        if let minutes = reading.minutes { parts.append("\(minutes) minutes") }
        if let rule = reading.rrule { parts.append(rule) }
        if reading.ambiguous { parts.append("(ambiguous)") }
        if let note = reading.note { parts.append("(\(note))") }
        // A doubt that makes the reading ambiguous is its note, too.
        for doubt in reading.doubts where reading.note?.contains(doubt.text) != true { parts.append("(\(doubt.text))") }
        return parts.joined(separator: "  ")
    }
}
