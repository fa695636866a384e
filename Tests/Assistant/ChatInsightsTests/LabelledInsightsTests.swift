import Domain
import Foundation
import SpotterAPI
import Testing
import TextReading

@testable import ChatInsights

/// The rates of the rules on labelled messages. `SPOTTER_INSIGHTS=1` prints them with all misses.
///
/// The tables are in two halves: a… and b…, of which only the first was looked at while the rules were made.
@Suite struct LabelledInsightsTests {
    private static let prints = ProcessInfo.processInfo.environment["SPOTTER_INSIGHTS"] != nil

    private func show(_ name: String, _ score: InsightScore) {
        guard Self.prints else { return }
        print("\(name): \(score.figures)")
        for line in score.lines { print("    \(line)") }
    }

    @Test(arguments: ["a", "b"]) func tasksAreFoundWithTheirDoerAndDate(half: String) throws {
        var (tasks, dates) = (InsightScore(), InsightScore())
        for line in try LabelledInsight.all() where line.id.hasPrefix(half) {
            var left = line.actions
            for (action, due) in line.reading.actions.map({ ($0.action, $0.due) }) {
                let match = left.firstIndex { $0.fits(action) }
                let label = match.map { left.remove(at: $0) }
                tasks.count(true, label != nil, "\(line.id) \(line.text) → \(action.doer): \(action.task)")
                guard let label else { continue }
                let isRight = label.fits(due)
                dates.found += 1
                dates.expected += 1
                dates.right += isRight ? 1 : 0
                if !isRight {
                    dates.lines.append("\(line.id) \(line.text) → \(due?.day ?? "-") not \(label.due ?? "-")")
                }
            }
            for missing in left {
                tasks.count(false, true, "\(line.id) \(line.text) → \(missing.who): \(missing.what)")
            }
        }
        show("tasks \(half)", tasks)
        show("dates \(half)", dates)
        #expect(tasks.precision >= 0.95 && tasks.recall >= 0.95, "\(tasks.lines)")
        #expect(dates.precision >= 0.9, "\(dates.lines)")
    }

    @Test(arguments: ["a", "b"]) func decisionsAreFound(half: String) throws {
        var score = InsightScore()
        for line in try LabelledInsight.all() where line.id.hasPrefix(half) {
            score.count(!line.reading.decisions.isEmpty, line.decision, "\(line.id) \(line.text)")
        }
        show("decisions \(half)", score)
        #expect(score.precision >= 0.95 && score.recall >= 0.95, "\(score.lines)")
    }

    @Test(arguments: ["a", "b"]) func prioritiesFollowFromTheWords(half: String) throws {
        var (urgent, pressing, all) = (InsightScore(), InsightScore(), InsightScore())
        for line in try LabelledInsight.all() where line.id.hasPrefix(half) {
            let level = line.reading.priority.level.rawValue
            let wanted = line.priority.rawValue
            let text = "\(line.id) \(line.text) → \(level) not \(wanted)"
            urgent.count(level == "urgent", wanted == "urgent", text)
            pressing.count(["urgent", "high"].contains(level), ["urgent", "high"].contains(wanted), text)
            all.count(true, level == wanted, text)
            all.expected += level == wanted ? 0 : 1
        }
        show("urgent \(half)", urgent)
        show("urgent or high \(half)", pressing)
        show("level \(half)", all)
        #expect(urgent.precision >= 0.99 && urgent.recall >= 0.99, "\(urgent.lines)")
        #expect(pressing.precision >= 0.85 && pressing.recall >= 0.9, "\(pressing.lines)")
        #expect(all.recall >= 0.85, "\(all.lines)")
    }

    private struct LabelledMeeting: Decodable {
        let id: String
        let text: String
        let meeting: Bool
    }

    @Test func meetingsAreFound() throws {
        var score = InsightScore()
        for line: LabelledMeeting in try LabelledInsight.lines("chat-meetings") {
            let spoken = SpokenText(line.text)
            let times = SpokenTimes(
                spoken,
                sentAt: LabelledInsight.sentAt,
                timeZone: TimeZone(identifier: "America/New_York") ?? .gmt
            )
            let found = MeetingReader().meeting(in: spoken, times: times)
            score.count(found != nil, line.meeting, "\(line.id) \(line.text)")
        }
        show("meetings", score)
        #expect(score.precision >= 0.95 && score.recall >= 0.95, "\(score.lines)")
    }
}
