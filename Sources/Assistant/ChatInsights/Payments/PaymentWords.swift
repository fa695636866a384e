/// Words of paying, in the languages in which clients write.
package enum PaymentWords {
    /// The words by which messages about payments are searched. A search takes at most 32.
    package static let search = [
        "paid", "pay", "payment", "transfer", "transferred", "invoice", "owe", "cheque", "check", "money", "sent",
        "received", "due", "fee", "declined", "settled", "pagado", "pagué", "pago", "paguei", "transferencia", "debo",
        "devo", "bezahlt", "überwiesen", "betalat", "betalt", "دفعت", "euro", "left", "gone", "bill",
    ]

    /// Of the one who pays: that they have.
    package static let paid: Set<String> = [
        "paid", "prepaid", "transferred", "pagado", "pague", "paguei", "pago", "bezahlt", "uberwiesen", "gezahlt",
        "betalat",
        "betalt", "swishade", "دفعت", "settled",
    ]
    /// Money on its way, if the sentence names money.
    static let sent = [
        "gone over", "gone through", "went through", "is out", "sind raus", "ist raus", "on its way", "in the post",
        "went out", "went over",
    ]
    static let money: Set<String> = [
        "money", "payment", "transfer", "invoice", "cheque", "half", "rest", "instalment", "installment", "sessions",
        "package", "bill", "everything", "full", "transferencia", "uberweisung", "rechnung", "factura", "fatura",
    ]
    /// What "sent" must be about.
    static let transfers: Set<String> = [
        "money", "payment", "transfer", "invoice", "cheque", "instalment", "installment",
    ]
    /// What is paid to others.
    static let otherMoney: Set<String> = [
        "hut", "huts", "ticket", "tickets", "rent", "entry", "flight", "flights", "hotel", "physio", "doctor",
        "dentist",
        "race", "registration", "yen", "change", "exam", "bib", "deposit", "landlord", "rego", "train", "truck",
        "school",
    ]
    package static let negations: Set<String> = [
        "not", "haven't", "hasn't", "didn't", "don't", "never", "couldn't", "can't", "nicht", "nao", "inte", "todavia",
        "ainda", "aun",
    ]
    static let owing = [
        "owe you", "i owe", "still owe", "te debo", "devo te", "schulde", "haven't paid", "not paid", "noch nicht",
        "no te he pagado", "no he pagado", "no pague", "ainda nao paguei", "inte betalat",
    ]
    static let postponing = [
        "pay you later", "pay later", "pay when", "can i pay", "split it", "pay next", "pay at the end", "bit short",
        "short on cash", "pay you next", "pay you when", "pay the rest", "other half next", "pay you after",
    ]
    static let stillOpen = [
        "still open", "is open", "unpaid", "overdue", "declined", "you owe", "still owe", "owe me", "outstanding",
        "hasn't arrived", "hasn't come", "not arrived", "didn't arrive", "to pay", "pay half",
    ]
    static let settled = [
        "paid up", "all settled", "all paid", "clean slate", "payment received", "money arrived", "money came",
        "thanks for the payment", "thanks for the transfer", "thanks for paying", "got your payment",
    ]
    static let means: Set<String> = ["cheque", "payment", "transfer", "money", "check", "invoice"]

    package static let months: [String: Int] = [
        "january": 1, "jan": 1, "enero": 1, "janeiro": 1, "januar": 1, "januari": 1,
        "february": 2, "feb": 2, "febrero": 2, "fevereiro": 2, "februar": 2, "februari": 2,
        "march": 3, "mar": 3, "marzo": 3, "marco": 3, "marz": 3, "mars": 3,
        "april": 4, "apr": 4, "abril": 4,
        "may": 5, "mayo": 5, "maio": 5, "mai": 5, "maj": 5, "مايو": 5,
        "june": 6, "jun": 6, "junio": 6, "junho": 6, "juni": 6, "يونيو": 6,
        "july": 7, "jul": 7, "julio": 7, "julho": 7, "juli": 7,
        "august": 8, "aug": 8, "agosto": 8, "augusti": 8,
        "september": 9, "sept": 9, "sep": 9, "septiembre": 9, "setembro": 9,
        "october": 10, "oct": 10, "octubre": 10, "outubro": 10, "oktober": 10,
        "november": 11, "nov": 11, "noviembre": 11, "novembro": 11,
        "december": 12, "dec": 12, "diciembre": 12, "dezembro": 12, "dezember": 12,
    ]
}
