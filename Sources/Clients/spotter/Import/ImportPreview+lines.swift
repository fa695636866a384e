import SpotterAPI
import Terminal

extension ImportPreview {
    /// For users: people, days, counts and messages.
    /// - Parameter columns: the width of the screen; longer lines are cut.
    func lines(_ columns: Int) -> [String] {
        let shown = people.prefix(30)
        let nameWidth = min(shown.map { DisplayWidth.of(TerminalText.line($0.name)) }.max() ?? 0, max(columns / 3, 12))
        var people = shown.map { person in
            let account = person.isSkipped ? "left out" : person.email ?? "not named yet"
            return "\(padded(TerminalText.line(person.name), to: nameWidth))  \(person.messages)  \(account)"
        }
        if self.people.count > shown.count { people.append("… and \(self.people.count - shown.count) more") }
        let counts = [
            (media, "pictures and files"), (notices, "notices of the app"),
            (skipped, "messages of people who are skipped"),
        ]
        let left = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let rows = [
            ("people", people),
            ("days", [firstDay.isEmpty ? "none" : "\(firstDay) to \(lastDay), dates read as \(dates)"]),
            ("holds", ["\(messages) messages" + (files > 0 ? ", \(files) files" : "")]),
            ("left out", [left.isEmpty ? "nothing" : left.joined(separator: ", ")]),
            ("notices", noticeSamples),
            ("messages", samples.map { "\($0.at)  \($0.name): \($0.text)" }),
            ("note", remarks),
        ]
        return rows.flatMap { title, lines in
            lines.enumerated().map { index, line in
                DisplayWidth.truncate(padded(index == 0 ? title : "", to: 10) + TerminalText.line(line), to: columns)
            }
        }
    }

    private func padded(_ text: String, to width: Int) -> String {
        DisplayWidth.pad(DisplayWidth.truncate(text, to: width), to: width)
    }
}
