import AssistantTools
import Domain
import Foundation
import OutputSafety
public import SpotterAPI

/// The active branch of a conversation as Markdown: a heading per turn, what the answers cite as footnotes.
public struct ConversationMarkdown: Sendable {
    private static let maxQuote = 300

    private let tree: ConversationTree
    private let words: LocalizedText
    private let name: String

    /// - Parameters:
    ///   - name: of the one who asks.
    ///   - timezone: IANA name of the zone in which times are told.
    public init(_ tree: ConversationTree, name: String, timezone: String) {
        self.tree = tree
        self.name = name
        words = LocalizedText(timezone: timezone)
    }

    public var text: String {
        let title = MarkdownText.line(tree.conversation.title)
        var blocks = ["# \(title.isEmpty ? "Conversation" : title)"]
        let byId = Dictionary(tree.turns.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let branch = tree.branch.compactMap { byId[$0.messageId] }
        let part =
            branch.count < tree.turns.count ? " \(branch.count) of \(tree.turns.count) messages: one branch." : ""
        let begun = words.dateTime(tree.conversation.createdAt)
        blocks.append(
            MarkdownText.line("Conversation with Spotter, begun \(begun) (time in \(words.city)).\(part)")
        )
        var notes: [Citation] = []
        for turn in branch { blocks += block(of: turn, &notes) }
        blocks += notes.enumerated().map { index, citation in
            let quote =
                citation.quote.count > Self.maxQuote ? citation.quote.prefix(Self.maxQuote) + "…" : citation.quote[...]
            // The asterisks keep readers that know no footnotes from taking this for the definition of a link.
            return "[^\(index + 1)]: *\(MarkdownText.line(citation.senderName))*, "
                + "\(words.dateTime(citation.sentAt)): “\(MarkdownText.line(String(quote)))”"
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func block(of turn: ConversationTurn, _ notes: inout [Citation]) -> [String] {
        let model = turn.answer.map { " (\($0.model))" } ?? ""
        let who = MarkdownText.line(turn.role == .user ? name : "Spotter\(model)")
        var blocks = ["## \(who.isEmpty ? "You" : who), \(words.dateTime(turn.createdAt))"]
        guard turn.role == .assistant else {
            blocks.append(MarkdownText.paragraphs(turn.text))
            if !turn.mediaIds.isEmpty {
                blocks.append("*With \(turn.mediaIds.count == 1 ? "a file" : "\(turn.mediaIds.count) files").*")
            }
            return blocks.filter { !$0.isEmpty }
        }
        let citations = turn.answer?.citations ?? []
        let numbers = citations.map { citation in
            if let known = notes.firstIndex(of: citation) { return known + 1 }
            notes.append(citation)
            return notes.count
        }
        var text = MarkdownText.answer(turn.text) { numbers.indices.contains($0 - 1) ? numbers[$0 - 1] : nil }
        let unused = numbers.filter { !text.contains("[^\($0)]") }
        if !unused.isEmpty { text += "\n\nSources: " + unused.map { "[^\($0)]" }.joined(separator: " ") }
        blocks.append(text)
        if turn.state != .completed { blocks.append("*This answer is \(Self.word(for: turn.state)).*") }
        let proposals = turn.answer?.proposals ?? []
        if !proposals.isEmpty {
            blocks.append(
                proposals.map { "- Proposed: \(MarkdownText.line($0.summary)) (\($0.state.rawValue))" }
                    .joined(separator: "\n")
            )
        }
        return blocks.filter { !$0.isEmpty }
    }

    private static func word(for state: TurnState) -> String {
        switch state {
        case .running: "still being made"
        case .stopped: "stopped before its end"
        case .interrupted, .failed: "cut off by an error"
        case .completed: "whole"
        }
    }

    /// A file's name from the title: letters, digits and hyphens.
    public static func fileName(for title: String, _ format: ConversationExportFormat) -> String {
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let name = words.joined(separator: "-").prefix(60)
        return "\(name.isEmpty ? "conversation" : name).\(format.fileExtension)"
    }
}
