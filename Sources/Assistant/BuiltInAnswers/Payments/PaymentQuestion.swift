import ChatInsights
import Domain
import RequestReading

/// "Has Tom paid?", "who still owes me for May?", "have I paid everything?"
struct PaymentQuestion: Sendable {
    /// Whether what is open is asked for, and not what is paid.
    let asksForOpen: Bool
    /// 1 to 12.
    let months: Set<Int>

    /// `nil` if it's about something else, as a price.
    /// - Parameter words: without names and times, but with months.
    init?(_ asked: AskedWords, _ words: [String]) {
        let phrase = asked.phrase
        let hasPaid = asked.hasWord(["paid", "payed", "settled", "transferred", "pagado", "pagou", "pago", "bezahlt"])
        let hasPay = asked.hasWord(["pay"]) && asked.hasWord(["did", "didn't"])
        let owes = asked.hasWord([
            "owe", "owes", "owed", "owing", "debe", "deve", "deben", "schuldet", "outstanding", "unpaid", "overdue",
        ])
        let isInvoice = asked.hasWord(["invoice", "invoices"]) && asked.has("open", "still open")
        guard hasPaid || hasPay || owes || isInvoice, words.allSatisfy(Self.known.contains) else { return nil }
        let isNegated =
            asked.hasWord(["not", "hasn't", "haven't", "didn't", "nicht", "nao"]) || phrase.contains("no me ha")
        asksForOpen = owes || isInvoice || isNegated
        months = Set(words.compactMap { PaymentWords.months[$0] })
    }

    private static let known: Set<String> = Set(PaymentWords.months.keys).union([
        "who", "whom", "which", "client", "clients", "people", "anybody", "anyone", "has", "have", "did", "does", "do",
        "is",
        "are", "am", "still", "yet", "already", "me", "my", "his", "her", "their", "your", "the", "a", "an", "of",
        "for",
        "in", "since", "this", "last", "month", "months", "year", "new", "everything", "anything", "all", "money",
        "bill",
        "bills", "invoice", "invoices", "fee", "fees", "sessions", "how", "much", "what", "amount", "by", "now", "up",
        "so",
        "far", "to", "and", "i", "you", "us", "open", "not", "hasn't", "haven't", "didn't", "paid", "payed", "pay",
        "settled",
        "settle", "transferred", "owe", "owes", "owed", "owing", "outstanding", "unpaid", "overdue", "he", "she",
        "they",
        "been", "any", "week", "today", "it", "when", "whose", "transfer", "payment", "u", "quien", "quem", "que",
        "ainda",
        "nao", "pagou", "pagado", "pago", "debe", "deve", "deben", "dinero", "cuanto", "todavia", "wer", "hat", "noch",
        "nicht", "bezahlt", "mir", "schuldet", "ha", "no", "e", "i've", "tell", "list", "so", "package", "there",
    ])
}
