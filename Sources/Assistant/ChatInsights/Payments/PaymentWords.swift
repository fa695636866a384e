import Domain

/// Words of paying, of all languages together, from the files in `Vocabulary`: a line is a purpose, a tab, and words or
/// phrases between `|`.
package enum PaymentWords {
    /// The words by which messages about payments are searched. A search takes at most 32.
    package static let search = all["search"] ?? []

    /// Of the one who pays: that they have.
    static let paid = words("paid")
    static let money = words("money")
    /// What "sent" must be about.
    static let transfers = words("transfers")
    /// What is paid to others.
    static let otherMoney = words("other money")
    static let negations = words("negations")
    static let means = words("means")
    /// Before somebody who is paid, by whomever.
    static let passive = words("passive")
    static let intentions = words("intentions")
    static let sentSum = words("sent sum")
    static let passiveParticiples = words("passive participles")
    static let payee = words("payee")
    /// A sum that is asked for.
    static let dues = words("dues")

    /// The number of a month, 1 to 12, by its names.
    package static let months = Dictionary(
        (1...12).flatMap { number in words("month \(number)").map { ($0, number) } }
    ) { first, _ in first }

    /// Those of any purpose.
    static func words(_ purpose: String) -> Set<String> { Set(all[purpose] ?? []) }

    static let all = VocabularyFile.spellings(in: [
        PackageResources.en_payments_tsv, PackageResources.es_payments_tsv, PackageResources.pt_payments_tsv,
        PackageResources.de_payments_tsv, PackageResources.sv_payments_tsv, PackageResources.ar_payments_tsv,
    ])
}
