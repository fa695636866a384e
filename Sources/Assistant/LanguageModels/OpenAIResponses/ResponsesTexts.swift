import Domain

/// The texts of a response's parts as far as they have been told.
struct ResponsesTexts {
    /// A part of an output item.
    struct Place: Hashable {
        let output: Int
        let part: Int
        let isSummary: Bool

        init(output: Int, part: Int, isSummary: Bool) {
            self.output = output
            self.part = part
            self.isSummary = isSummary
        }

        init(_ event: JSONValue) {
            output = event["output_index"]?.int ?? 0
            let summary = event["summary_index"]?.int
            part = summary ?? event["content_index"]?.int ?? 0
            isSummary = summary != nil
        }
    }

    private var told: [Place: String] = [:]
    private var hasThoughts = false

    var isEmpty: Bool { told.isEmpty }

    /// The next piece of a part.
    mutating func add(_ delta: String?, to place: Place, isThought: Bool) -> [ModelEvent] {
        guard let delta, !delta.isEmpty else { return [] }
        // The parts of a summary are paragraphs.
        let isParagraph = isThought && hasThoughts && told[place] == nil
        told[place, default: ""] += delta
        guard isThought else { return [.textDelta(delta)] }
        hasThoughts = true
        return [.thinkingDelta(isParagraph ? "\n\n" + delta : delta)]
    }

    /// The whole text of a part: what of it hasn't been told yet.
    mutating func complete(_ text: String?, at place: Place, isThought: Bool) -> [ModelEvent] {
        guard let text else { return [] }
        let before = told[place] ?? ""
        guard text.utf8.count > before.utf8.count, text.utf8.starts(with: before.utf8) else { return [] }
        let rest = String(decoding: text.utf8.dropFirst(before.utf8.count), as: UTF8.self)
        return add(rest, to: place, isThought: isThought)
    }
}
