import SpotterAPI

/// What became of one of several files.
struct ImportFileResult: Codable {
    let file: String
    var report: ImportReport?
    /// Why it was refused.
    var error: String?
    /// What it holds all the same; only in a dry run of a chat.
    var preview: ImportPreview?
}

struct ImportFileResults: Codable {
    let files: [ImportFileResult]

    /// For users; one line, and one for each refused file.
    var summary: String {
        let reports = files.compactMap(\.report)
        let messages = reports.reduce(0) { $0 + $1.messages.added }
        let verb = reports.contains(where: \.dryRun) ? "would be imported" : "imported"
        var lines = ["\(reports.count) of \(files.count) files \(verb), \(messages) new messages"]
        lines += files.compactMap { file in file.error.map { "refused: \($0)" } }
        return lines.joined(separator: "\n")
    }
}
