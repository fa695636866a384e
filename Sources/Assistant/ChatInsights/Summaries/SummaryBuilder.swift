package import AssistantTools
import Domain
package import Messaging
package import SpotterAPI

/// Words the lines of a summary.
struct SummaryBuilder: Sendable {
    let requester: Requester

    func points(_ sentences: [SummarySentence]) -> [SummaryPoint] {
        sentences.map { sentence in
            SummaryPoint(
                id: "\(sentence.message.id)-\(sentence.number)",
                text: "\(name(of: sentence.message)): \(sentence.text)",
                citations: [sentence.message.citation(quoting: sentence.text)]
            )
        }
    }

    func points(_ lines: [SummaryReadings.Line]) -> [SummaryPoint] {
        lines.map { line in
            let proposed = line.proposal.map { "“\($0.text)” " } ?? ""
            return SummaryPoint(
                id: line.id,
                text: "\(name(of: line.message)): \(proposed)\(line.quote)",
                citations: (line.proposal.map { [$0.message.citation(quoting: $0.text)] } ?? [])
                    + [line.message.citation(quoting: line.quote)]
            )
        }
    }

    private func name(of message: VisibleMessage) -> String {
        message.senderId == requester.user.id ? "You" : message.senderName
    }
}

extension ChatSummary {
    /// All of its citations, in the order of its text.
    package var citations: [Citation] {
        [points, actionItems, decisions, openQuestions, dates].flatMap { $0.flatMap(\.citations) }
    }

    /// - Parameter messages: all that it covers, in the order of the chat.
    package func worded(for requester: Requester, covering messages: [VisibleMessage]) -> ChatSummary {
        var summary = self
        let words = LocalizedText(timezone: requester.timezone)
        guard let first = messages.first, let last = messages.last else {
            summary.text = "Nothing was written in that time."
            return summary
        }
        let (start, end) = (words.date(first.sentAt), words.date(last.sentAt))
        let count = messages.count == 1 ? "1 message" : "\(messages.count) messages"
        var lines = ["\(count), \(start == end ? "of \(start)" : "\(start) to \(end)")."]
        var number = 0
        for (title, points) in [
            ("What it was about", points), ("To do", actionItems), ("Settled", decisions),
            ("Still open", openQuestions),
            ("Dates", dates),
        ] where !points.isEmpty {
            lines.append("\(title):")
            for point in points {
                number += 1
                let when = point.citations.first.map { "\(words.date($0.sentAt).dropLast(5)), " } ?? ""
                lines.append("- \(when)\(point.text) [\(number)]")
            }
        }
        summary.text = lines.joined(separator: "\n")
        return summary
    }
}
