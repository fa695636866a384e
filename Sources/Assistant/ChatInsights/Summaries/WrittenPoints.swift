import AssistantTools
import Crypto
import Domain
import Messaging
import OutputSafety
import SpotterAPI

/// Reads the points that a model wrote, and leaves out what its sources don't bear out.
struct WrittenPoints: Sendable {
    static let maxLength = 400

    let prompt: SummaryPrompt
    /// The names of those who wrote in the chat.
    let people: Set<String>

    func points(in written: String) -> [SummaryPoint] {
        Array(written.split(whereSeparator: \.isNewline).compactMap { point(String($0)) }.prefix(Self.maxPoints))
    }

    private static let maxPoints = ExtractiveSummary.maxPoints

    private func point(_ line: String) -> SummaryPoint? {
        var numbers: [Int] = []
        for match in line.matches(of: /\[(\d{1,4}(?:\s?,\s?\d{1,4}){0,9})\]/) {
            for part in match.1.split(whereSeparator: { !$0.isNumber }) {
                if let number = Int(part), prompt.line(number) != nil, !numbers.contains(number) {
                    numbers.append(number)
                }
            }
        }
        let bare = line.replacing(/\s?\[[\d,\s]*\]/, with: "")
        let text = LinkFilter(allowedHosts: []).harmless(bare).trimmed
            .replacing(/^(?:[-*•–]|\d{1,2}[.)])\s+/, with: "")
        guard !numbers.isEmpty, text.contains(where: \.isLetter), text.count <= Self.maxLength else { return nil }
        let sources = numbers.compactMap { prompt.line($0) }.joined(separator: "\n")
        let cited = numbers.map { prompt.lines[$0 - 1] }
        guard hasNoOtherNumbers(text, than: sources), hasNoOtherNames(text, than: sources, by: cited),
            !ActionClaim.isIn(text)
        else { return nil }
        return SummaryPoint(
            id: MessageID(hash: SHA256.hash(data: cited.flatMap(\.id.bytes) + Array(text.utf8))).description,
            text: text,
            citations: cited.map(\.citation)
        )
    }

    private func hasNoOtherNumbers(_ text: String, than sources: String) -> Bool {
        let known = Set(sources.split(whereSeparator: { !$0.isNumber }))
        return text.split(whereSeparator: { !$0.isNumber }).allSatisfy(known.contains)
    }

    /// Whether all whom a text names are in its lines. Somebody else may be meant by "You told Sara", if the text says
    /// whose words the lines are.
    private func hasNoOtherNames(_ text: String, than sources: String, by cited: [VisibleMessage]) -> Bool {
        let said = Self.words(of: text)
        let heard = Self.words(of: sources)
        let others = people.filter { name in
            let names = Self.words(of: name)
            return !names.isDisjoint(with: said) && names.isDisjoint(with: heard)
        }
        if others.isEmpty { return true }
        let addresses = !said.isDisjoint(with: ["You", "Your"])
        return cited.contains { line in
            let isOwn = line.senderId == prompt.requester.user.id
            return isOwn && addresses || !Self.words(of: line.senderName).isDisjoint(with: said)
        }
    }

    private static func words(of text: String) -> Set<String> {
        Set(
            TextRuns(text).filter { $0.kind == .letters }.map { String(text[$0.range]) }.filter {
                $0.first?.isUppercase ?? false
            }
        )
    }
}
