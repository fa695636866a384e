import OutputSafety
package import SpotterAPI

extension ChatSummary {
    /// The summary as Markdown, for clients that show no citations. What people wrote is shown and does nothing else.
    package var markdown: String {
        let sections = [
            ("Key points", points), ("To do", actionItems), ("Decisions", decisions),
            ("Open questions", openQuestions), ("Dates", dates),
        ].filter { !$0.1.isEmpty }.map { title, points in
            "## \(title)\n\n" + points.map { "- \(MarkdownText.line($0.text))" }.joined(separator: "\n")
        }
        guard !sections.isEmpty else { return MarkdownText.line(text) }
        return sections.joined(separator: "\n\n")
    }
}
