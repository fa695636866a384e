import Domain
import Foundation
import TextReading

/// One sentence, as far as it speaks of paying.
struct PaymentSentence: Sendable {
    private let words: [String]
    private let phrase: String
    private let isQuestion: Bool
    private let hasAmount: Bool
    let months: Set<Int>

    /// The sentences of a message; "sending it today, was it 600?" says something before it asks.
    static func all(in text: String) -> [PaymentSentence] {
        text.sentenceRanges.flatMap { range -> [PaymentSentence] in
            let sentence = String(text[range])
            guard sentence.trimmed.hasSuffix("?"), let comma = sentence.lastIndex(of: ",") else {
                return [PaymentSentence(sentence)]
            }
            return [PaymentSentence(String(sentence[..<comma])), PaymentSentence(String(sentence[comma...]))]
        }
    }

    private init(_ text: String) {
        words = TextWord.words(of: text).map(\.folded)
        phrase = " \(words.joined(separator: " ")) "
        isQuestion = text.trimmed.hasSuffix("?")
        hasAmount = text.contains { "$£€".contains($0) } || text.contains { $0.isNumber }
        months = Set(words.compactMap { PaymentWords.months[$0] })
    }

    private func has(_ phrases: [String]) -> Bool { phrases.contains { phrase.contains(" \($0) ") } }
    private func hasWord(_ any: Set<String>) -> Bool { words.contains(where: any.contains) }

    // MARK: The one who pays

    /// - Parameter before: what was said about it just before.
    func payersState(after before: PaymentStatement.State?) -> PaymentStatement.State? {
        if has(PaymentWords.owing) { return .open }
        if has(PaymentWords.postponing) { return .open }
        if isQuestion { return nil }
        let paid = words.firstIndex(where: PaymentWords.paid.contains)
        if let paid {
            guard !isPassive(paid) else { return nil }
            if isNegated(paid) { return .open }
            if isIntended(paid) { return .open }
            return isForTheTrainer(paid, before) ? .paid : nil
        }
        if has(PaymentWords.sent) || hasWord(["sent", "shipping", "sending", "wired", "transferring"]) {
            let isShort = hasAmount || words.count <= 5
            let isPart = isShort && (!months.isEmpty || hasWord(["half", "rest", "fee"]))
            let isMoney = hasWord(PaymentWords.transfers) || isPart || isSum
            if isMoney, !has(["not sent", "haven't sent", "will be"]) { return .paid }
        }
        if before != nil, before != .paid, words.count <= 12, hasWord(["done", "sorted", "settled"]), !has(["not done"])
        {
            return .paid
        }
        return nil
    }

    /// "Sent 90 today": a number right after the verb.
    private var isSum: Bool {
        guard hasAmount, let sent = words.firstIndex(where: { ["sent", "wired"].contains($0) }), sent + 1 < words.count
        else { return false }
        return words[sent + 1].first?.isNumber ?? false
    }

    /// "Did you get paid?", "my client was paid"
    private func isPassive(_ index: Int) -> Bool {
        // The Spanish "he" is "I have".
        guard index > 0, ["paid", "transferred", "settled", "prepaid"].contains(words[index]) else { return false }
        return ["get", "got", "gets", "getting", "was", "were", "being", "be", "he", "she", "they", "who", "well"]
            .contains(words[index - 1])
    }

    private func isNegated(_ index: Int) -> Bool {
        words[max(0, index - 4)..<index].contains(where: PaymentWords.negations.contains)
    }

    private func isIntended(_ index: Int) -> Bool {
        words[max(0, index - 4)..<index].contains {
            ["will", "i'll", "gonna", "to", "can", "could", "werde"].contains($0)
        }
    }

    /// Whether the money went to the trainer, and not for an entry, a hut or a flight.
    private func isForTheTrainer(_ index: Int, _ before: PaymentStatement.State?) -> Bool {
        if words[(index + 1)...].prefix(2).contains(where: { ["you", "u", "ya"].contains($0) }) { return true }
        guard !hasWord(PaymentWords.otherMoney) else { return false }
        if !months.isEmpty || hasWord(PaymentWords.money) { return true }
        if words.contains(where: { $0.count >= 3 && $0.allSatisfy(\.isNumber) }), words.count <= 20,
            index + 1 < words.count, words[index + 1].allSatisfy(\.isNumber)
        {
            // "paid #1042 just now"
            return true
        }
        return before != nil && before != .paid
    }

    // MARK: The one who is paid

    func payeesState(after before: PaymentStatement.State?) -> PaymentStatement.State? {
        if has(PaymentWords.stillOpen) { return .open }
        if before != nil, hasAmount, has(["to go", "left", "remaining", "missing", "to come"]) { return .open }
        if isQuestion { return nil }
        if has(PaymentWords.settled) { return .paid }
        if before != nil, hasWord(["received", "arrived", "got"]) { return .paid }
        if hasWord(["received", "arrived", "came", "got"]), hasWord(PaymentWords.means), !hasWord(["not", "hasn't"]) {
            return .paid
        }
        if before == .open, hasAmount { return .open }
        let isSum = hasAmount && (!months.isEmpty || hasWord(["due"]))
        return isSum && hasWord(["due", "invoice", "fee", "session", "sessions", "bring", "euros", "euro", "pay"])
            ? .due : nil
    }
}
