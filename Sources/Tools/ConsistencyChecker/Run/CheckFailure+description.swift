import Domain

extension Check.Failure {
    /// The violations, with the events around the first of each rule.
    package var description: String {
        var described: Set<String> = []
        var lines = ["seed \(history.seed): \(violations.count) violation(s)"]
        for violation in violations {
            let isFirst = described.insert(violation.rule).inserted
            lines.append("  [\(violation.rule)] \(violation.text)\(violation.chat.map { " in \($0)" } ?? "")")
            if isFirst { lines += history.around(violation).prefix(40).map { "      \($0)" } }
            if lines.count > 150 { break }
        }
        return lines.joined(separator: "\n")
    }
}

extension History {
    /// The frames and operations near a violation's seq, in order.
    func around(_ violation: Violation) -> [String] {
        guard let chat = violation.chat else { return [] }
        guard let seq = violation.seq else { return last(of: chat, at: violation.text) }
        let near = (seq - 2)...(seq + 2)
        var lines: [(tick: Int, text: String)] = []
        for connection in connections {
            for frame in connection.frames {
                let json = frame.json
                let frameSeq = json.isChange ? json.seq : json.message?.seq
                let isHere = (json.chatId ?? json.message?.chatId) == chat && frameSeq.map(near.contains) == true
                let welcome = json["chats"]?.array?.first { $0.chatId == chat }
                guard isHere || (json.type == "welcome" && welcome != nil) else { continue }
                let what = isHere ? "\(json.type) \(frameSeq ?? 0) \(json.identity)" : "welcome \(welcome?.text ?? "")"
                lines.append((frame.tick, "\(frame.tick) \(connection.device) ← \(what)"))
            }
        }
        let ids = Set((logs[chat] ?? []).filter { $0.seq.map(near.contains) == true }.compactMap { $0["message"]?.id })
        for send in sends where send.chat == chat && send.message?.seq.map(near.contains) == true {
            lines.append((send.began, "\(send.began) sent \(send.key)"))
        }
        for change in changes
        where change.chat == chat && (ids.contains(change.subject) || change.event == "member.changed") {
            let text = "\(change.event) \(change.subject) \(change.value) by \(change.user): \(change.outcome)"
            lines.append((change.began, "\(change.began)-\(change.ended) \(text.prefix(160))"))
        }
        return lines.sorted { $0.tick < $1.tick }.map(\.text)
    }

    /// The last frames of a chat on the device whose name the text begins with.
    private func last(of chat: String, at text: String) -> [String] {
        let name = text.split(separator: " ").first.map(String.init) ?? ""
        var lines: [(tick: Int, text: String)] = []
        for connection in connections where connection.device == name {
            for frame in connection.frames {
                let listed = frame.json["chats"]?.array?.first { $0.chatId == chat }
                guard frame.json.chatId == chat || listed != nil else { continue }
                lines.append((frame.tick, "\(frame.tick) \(name) ← \((listed ?? frame.json).text.prefix(200))"))
            }
        }
        for base in baselines where base.device == name && base.chat.id == chat {
            lines.append((base.tick, "\(base.began)-\(base.tick) fetched \(base.chat.text.prefix(300))"))
        }
        return lines.sorted { $0.tick < $1.tick }.suffix(30).map(\.text)
    }
}
