import Domain
public import SpotterAPI

extension ImportReport {
    /// The report for users: a table of counts, then remarks. Several lines, without a final line break.
    public var summary: String {
        let width = 11
        func row(_ kind: String, _ added: String, _ existing: String) -> String {
            pad(kind, width, atEnd: true) + pad(added, width, atEnd: false) + pad(existing, width + 6, atEnd: false)
        }
        var lines = [row("", dryRun ? "would add" : "added", "already there")]
        for (kind, count) in counts where count != Count() {
            lines.append(row(kind, "\(count.added)", "\(count.existing)"))
        }
        if lines.count == 1 { lines = preview == nil ? ["the file holds nothing to import"] : [] }
        for person in invited {
            let how = person.link ?? person.code.map { "spotter login --register --invite \($0.reveal())" }
            lines.append("invited: \(person.displayName) <\(person.email)>\(how.map { ": \($0)" } ?? "")")
        }
        if skipped != Skipped() {
            let people = skipped.people > 0 ? ", \(skipped.people) messages of people who were skipped" : ""
            lines.append("left out: \(skipped.media) pictures and files, \(skipped.system) notices of the app\(people)")
        }
        lines += notes.map { "note: \($0)" }
        if dryRun { lines.append("dry run: nothing was written") }
        return lines.joined(separator: "\n")
    }

    private func pad(_ text: String, _ width: Int, atEnd: Bool) -> String {
        let spaces = String(repeating: " ", count: max(0, width - text.count))
        return atEnd ? text + spaces : spaces + text
    }
}
