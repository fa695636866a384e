import Domain
import Messaging
import TextReading

/// Finds where a sum was named that somebody says they paid.
enum PaymentSum {
    private static let nearMs: Int64 = 2 * 86_400_000

    /// The message that names the sum, if the payer's own doesn't: the invoice of the same number, or what the other one
    /// wrote just before or after.
    /// - Parameter messages: of several chats.
    static func naming(_ statement: VisibleMessage, among messages: [VisibleMessage]) -> [VisibleMessage] {
        guard !messages.isEmpty, !namesSum(statement.text) else { return [] }
        let others = messages.filter {
            $0.chatId == statement.chatId && $0.senderId != statement.senderId && namesSum($0.text)
        }
        let number = invoice(in: statement.text)
        if let number, let bill = others.last(where: { invoice(in: $0.text) == number }) { return [bill] }
        func distance(_ message: VisibleMessage) -> Int64 {
            abs(message.sentAt.milliseconds(since: statement.sentAt))
        }
        let near = others.filter { distance($0) <= nearMs }.min { distance($0) < distance($1) }
        return near.map { [$0] } ?? []
    }

    private static func namesSum(_ text: String) -> Bool {
        guard text.contains(where: \.isNumber) else { return false }
        return text.contains { "$£€¥".contains($0) }
            || currencies.isIn(TextWord.words(of: text).map(\.folded))
    }

    private static let currencies = AnswerWords.of("currencies")

    /// The number after `#`.
    private static func invoice(in text: String) -> String? {
        guard let mark = text.firstIndex(of: "#") else { return nil }
        let digits = text[text.index(after: mark)...].prefix { $0.isNumber }
        return digits.isEmpty ? nil : String(digits)
    }
}
