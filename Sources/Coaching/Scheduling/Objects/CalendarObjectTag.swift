import Crypto
import Domain
import Foundation

/// An ETag of an object: a checksum of everything that its document is made of.
struct CalendarObjectTag {
    /// Another one makes all programs read all documents again. To be changed together with what documents say.
    private static let format: Int64 = 1

    private var hash = SHA256()

    init(_ row: CalendarObjectRow) {
        add(Self.format)
        add(row.name)
        add(row.uid)
        for (key, lines) in row.kept.sorted(by: { $0.key < $1.key }) {
            add(key)
            for line in lines { add(line) }
        }
    }

    /// Quoted, as HTTP has it.
    var text: String { "\"\(Hexadecimal.encode(hash.finalize().prefix(16)))\"" }

    mutating func add(_ entry: CalendarDocument.Entry) {
        add(entry.event)
        add(entry.occursAt?.milliseconds)
        add(entry.version)
        add(entry.createdAt.milliseconds)
    }

    /// What a series has in common.
    mutating func add(_ row: EventSeriesRow) {
        add(row.event)
        add(row.rule)
        add(row.zone)
        add(row.version)
        add(row.createdAt.milliseconds)
    }

    /// An occurrence of a series; `nil` if it doesn't take place.
    mutating func add(_ occurrence: Timestamp, _ entry: CalendarDocument.Entry?) {
        add(occurrence.milliseconds)
        add(entry == nil ? 0 : 1)
        if let entry { add(entry) }
    }

    private mutating func add(_ event: CalendarEvent) {
        add(event.startsAt.milliseconds)
        add(event.endsAt.milliseconds)
        add(event.title)
        add(event.location)
        add(event.notes)
        add(event.eventType.rawValue)
        // Only where it is so: tags of before stay good.
        if event.free || event.dayZone != nil {
            add(event.dayZone)
            add(event.free ? 1 : 0)
        }
    }

    // MARK: Values, each told apart from its neighbours

    private mutating func add(_ text: String?) {
        let bytes = text.map { Array($0.utf8) }
        add(bytes.map { Int64($0.count) } ?? -1)
        if let bytes { hash.update(data: bytes) }
    }

    private mutating func add(_ number: Int64?) {
        add(number == nil ? 0 : 1)
        if let number { add(number) }
    }

    private mutating func add(_ number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { hash.update(bufferPointer: $0) }
    }
}
