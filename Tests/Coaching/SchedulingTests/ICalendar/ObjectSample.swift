import Domain
import Foundation
import TestSupport

@testable import Scheduling

/// A line of `fixtures/calendar-objects*.jsonl`, which `scripts/calendar-objects` writes: an object as one of six programs
/// has it, and what it must come to.
struct ObjectSample: Decodable, Sendable {
    let name: String
    let text: Data
    let intervals: [[Int64]]?
    let allDay: Bool?
    let free: Bool?
    let title: String?
    let location: String?
    let notes: String?
    let refused: String?

    var bytes: [UInt8] { Array(text) }

    static func all(_ file: String) throws -> [ObjectSample] {
        try String(contentsOf: Repository.fixture("\(file).jsonl"), encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(ObjectSample.self, from: Data($0.utf8))
        }
    }

    /// What is wrong with it; `nil` if it comes to what it must.
    var fault: String? {
        do {
            let input = try CalendarObjectInput(bytes, floating: .owner)
            if let refused { return "\(name): taken, though \(refused)" }
            if input.intervals != intervals { return "\(name): \(input.intervals) isn't \(intervals ?? [])" }
            let (event, title) = (input.event, title.flatMap { $0.isEmpty ? nil : $0 })
            if (event.dayZone != nil, event.free) != (allDay, free) {
                return "\(name): \(event.free) \(allDay ?? false)"
            }
            for (found, wanted) in [(event.title, title), (event.location, location), (event.notes, notes)]
            where found.map({ Array($0.utf8) }) != wanted.map({ Array($0.utf8) }) {
                return "\(name): \(found ?? "none") isn't \(wanted ?? "none")"
            }
            return nil
        } catch let refusal as CalendarObjectRefusal {
            guard let refused else { return "\(name): \(refusal.message)" }
            return refusal.message.contains(refused) ? nil : "\(name): \(refused) isn't named: \(refusal.message)"
        } catch {
            return "\(name): \(error)"
        }
    }
}

extension LocalClock {
    /// The zone of the objects' owner.
    static let owner = LocalClock(identifier: "America/New_York") ?? .utc
}

extension CalendarObjectInput {
    /// Its first six intervals in seconds since 1970.
    var intervals: [[Int64]] {
        var starts = [event.startsAt]
        if let rule = rule.flatMap({ RecurrenceRule($0) }) {
            starts =
                rule.occurrences(
                    after: event.startsAt.adding(milliseconds: -1),
                    until: event.startsAt.adding(seconds: 10 * 366 * 86_400),
                    startingAt: event.startsAt,
                    clock: clock,
                    max: 12
                ).instants
        }
        let pairs = starts.filter { !left.contains($0) }.map { start in
            changed[start].map { ($0.startsAt, $0.endsAt) } ?? (start, event.length.end(after: start))
        }
        return Array(pairs.map { [$0.milliseconds / 1000, $1.milliseconds / 1000] }.sorted { $0[0] < $1[0] }.prefix(6))
    }
}
