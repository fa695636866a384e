import ChatInsights
import Domain
import RequestReading
import TextReading

/// "Has Tom paid?", "who still owes me for May?", "have I paid everything?"
struct PaymentQuestion: Sendable {
    /// Whether what is open is asked for, and not what is paid.
    let asksForOpen: Bool
    /// 1 to 12.
    let months: Set<Int>

    /// `nil` if it's about something else, as a price.
    /// - Parameter words: without names and times, but with months.
    init?(_ asked: AskedWords, _ words: [String]) {
        let hasPaid = asked.says("paid")
        let hasPay = asked.says("pay") && asked.says("did")
        let owes = asked.says("owing")
        let isInvoice = asked.says("invoice") && asked.says("open")
        guard hasPaid || hasPay || owes || isInvoice, words.allSatisfy(Self.known.contains) else { return nil }
        let isNegated = asked.says("not paid")
        asksForOpen = owes || isInvoice || isNegated
        months = Set(words.compactMap { PaymentWords.months[$0] })
    }

    private static let known: Set<String> = AnswerWords.of("payment known").words.union(PaymentWords.months.keys)
}
