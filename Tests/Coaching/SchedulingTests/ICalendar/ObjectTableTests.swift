import Domain
import TestSupport
import Testing

@testable import Scheduling

/// 300 objects in the manner of six programs. A third was held out until the reader was done.
@Suite(.standardTimeLimit) struct ObjectTableTests {
    @Test(arguments: ["calendar-objects", "calendar-objects-held"])
    func objectsOfOtherProgramsComeToWhatTheyMean(file: String) throws {
        let samples = try ObjectSample.all(file)
        let faults = samples.compactMap(\.fault)
        #expect(faults.isEmpty, "\(faults.count) of \(samples.count):\n\(faults.joined(separator: "\n"))")
    }

    /// What was taken comes back with the same meaning, and written back as it was read it changes nothing.
    @Test func objectsComeBackAsTheyWere() async throws {
        let house = try await SchedulingFixture(now: "2026-02-28T12:00:00Z")
        let objects = CalendarObjects(calendar: house.calendar)
        let samples = try ObjectSample.all("calendar-objects").filter { $0.refused == nil }
        for sample in stride(from: 0, to: samples.count, by: TestLength.choose(5, full: 1)).map({ samples[$0] }) {
            let wanted = try CalendarObjectInput(sample.bytes, floating: .owner)
            // More than a year ahead no occurrence can be changed.
            do {
                _ = try await objects.put(sample.bytes, as: "a.ics", if: .absent, by: house.alex)
            } catch let refusal as CalendarObjectRefusal {
                #expect(refusal.message.contains("more than a year ahead"), "\(sample.name): \(refusal.message)")
                continue
            }
            let stored = try await objects.object(named: "a.ics", for: house.alex)
            let text = Array(try stored.text().utf8)
            let found = try CalendarObjectInput(text, floating: .owner)
            #expect(found.intervals == wanted.intervals, "\(sample.name)")
            #expect(found.event.dayZone == wanted.event.dayZone && found.event.free == wanted.event.free)
            #expect(found.kept == wanted.kept, "\(sample.name)")
            _ = try await objects.put(text, as: "a.ics", if: .etags([stored.etag]), by: house.alex)
            #expect(try await objects.object(named: "a.ics", for: house.alex).etag == stored.etag, "\(sample.name)")
            try await objects.delete("a.ics", if: .none, by: house.alex)
        }
    }
}
