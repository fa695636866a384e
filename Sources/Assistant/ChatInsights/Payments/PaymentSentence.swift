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

    /// Whether one of the words or phrases of a purpose stands in it.
    private func says(_ purpose: String) -> Bool {
        PaymentWords.all[purpose]?.contains { phrase.contains(" \($0) ") } ?? false
    }

    private func hasWord(_ any: Set<String>) -> Bool { words.contains(where: any.contains) }

    // MARK: The one who pays

    /// - Parameter before: what was said about it just before.
    func payersState(after before: PaymentStatement.State?) -> PaymentStatement.State? {
        if says("owing") { return .open }
        if says("postponing") { return .open }
        if isQuestion { return nil }
        let paid = words.firstIndex(where: PaymentWords.paid.contains)
        if let paid {
            guard !isPassive(paid) else { return nil }
            if isNegated(paid) { return .open }
            if isIntended(paid) { return .open }
            return isForTheTrainer(paid, before) ? .paid : nil
        }
        if says("sent") || says("sending") {
            let isShort = hasAmount || words.count <= 5
            let isPart = isShort && (!months.isEmpty || says("part"))
            let isMoney = hasWord(PaymentWords.transfers) || isPart || isSum
            if isMoney, !says("not sent") { return .paid }
        }
        if before != nil, before != .paid, words.count <= 12, says("done"), !says("not done") { return .paid }
        return nil
    }

    /// "Sent 90 today": a number right after the verb.
    private var isSum: Bool {
        guard hasAmount, let sent = words.firstIndex(where: PaymentWords.sentSum.contains),
            sent + 1 < words.count
        else { return false }
        return words[sent + 1].first?.isNumber ?? false
    }

    /// "Did you get paid?", "my client was paid"
    private func isPassive(_ index: Int) -> Bool {
        // The Spanish "he" is "I have".
        guard index > 0, PaymentWords.passiveParticiples.contains(words[index]) else { return false }
        return PaymentWords.passive.contains(words[index - 1])
    }

    private func isNegated(_ index: Int) -> Bool {
        words[max(0, index - 4)..<index].contains(where: PaymentWords.negations.contains)
    }

    private func isIntended(_ index: Int) -> Bool {
        words[max(0, index - 4)..<index].contains(where: PaymentWords.intentions.contains)
    }

    /// Whether the money went to the trainer, and not for an entry, a hut or a flight.
    private func isForTheTrainer(_ index: Int, _ before: PaymentStatement.State?) -> Bool {
        if words[(index + 1)...].prefix(2).contains(where: PaymentWords.payee.contains) { return true }
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
        if says("still open") { return .open }
        if before != nil, hasAmount, says("remaining") { return .open }
        if isQuestion { return nil }
        if says("settled") { return .paid }
        if before != nil, says("received") { return .paid }
        if says("arrived"), hasWord(PaymentWords.means), !says("not arrived") {
            return .paid
        }
        if before == .open, hasAmount { return .open }
        let isSum = hasAmount && (!months.isEmpty || says("due"))
        return isSum && hasWord(PaymentWords.dues) ? .due : nil
    }
}
