import RequestReading
import TextReading

/// Words of questions that ask who can't have, eat or take something, or who has a condition. Folded, in the languages that
/// people write.
enum HealthVocabulary {
    /// Ask for people.
    static let who = WordList.words(
        """
        who who's whos anyone anybody quien quienes alguien wer wem jemand qui quelqu'un quem alguem vem nagon
        """
    )

    /// Beginnings of words for what somebody may come to harm by.
    static let conditions = [
        "allerg", "alerg", "anaphyla", "anafila", "anafyla", "epipen", "intoleran", "celiac", "celiaq", "coeliac",
        "coeliaq", "zoliakie", "celiaki", "diabet", "insulin", "epilep", "asthma", "asma", "asthme", "astma", "seizure",
        "pregnan", "schwanger", "enceinte", "embaraz", "gravid", "medication", "medicin", "medikament", "medicament",
        "pacemaker", "haemophil", "hemophil",
    ]

    /// Deny that somebody may or can: "can't", "darf keine".
    static let denials = WordList.patterns(
        """
        can't, cannot, can not, mustn't, must not, may not, should not, shouldn't, not allowed, isn't allowed, aren't allowed,
        unable to, should avoid, must avoid, has to avoid, have to avoid, avoids, reacts to, not tolerate, doesn't tolerate,
        no puede, no pueden, no debe, no deben, no tolera, no toleran, darf kein, darf keine, darf keinen, darf nicht,
        kann kein, kann keine, kann keinen, durfen keine, konnen keine, vertragt kein, vertragt keine, vertragt keinen,
        ne peut pas, ne peuvent pas, ne doit pas, ne doivent pas, ne supporte pas, nao pode, nao podem, nao deve, nao devem,
        nao tolera, tal inte, far inte, kan inte, tal ej
        """
    )
}

/// A question for all people with a restriction or a condition. Messages can't answer it for sure, and whoever is left out
/// may come to harm.
enum HealthRoster {
    static func isAsked(_ question: String) -> Bool {
        let words = TextWord.words(of: question).map(\.folded)
        guard
            words.prefix(5).contains(where: HealthVocabulary.who.contains)
                || Topic.asksWho(words.joined(separator: " "))
        else { return false }
        return words.indices.contains { RequestWords.length(of: HealthVocabulary.denials, in: words, at: $0) > 0 }
            || words.contains { word in HealthVocabulary.conditions.contains { word.hasPrefix($0) } }
    }
}
