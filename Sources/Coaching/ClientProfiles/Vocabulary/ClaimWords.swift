import Domain

/// Words by which a model's claims are tested, also in languages that the rules don't read.
enum ClaimWords {
    /// Other people, where `SpeakerWords` has no word for them. Words that mean something else in English are left out.
    static let others = SpeakerWords.set(
        """
        mutter vater mutti vati bruder schwester sohn tochter ehemann ehefrau freundin kollege kollegin oma opa onkel tante
        mere pere frere soeur fille fils mari epouse copain copine ami amie collegue oncle
        mae pai irmao irma filho filha namorado namorada sogra sogro avo tia
        bror syster dotter kompis sambo kollega mormor farmor morfar farfar
        fratello sorella figlio figlia moglie marito suocera collega nonna nonno
        """
    )

    /// The author as the subject.
    static let authors = SpeakerWords.set("i im ive ill id ich yo je eu jag io")

    static func isDenial(_ word: String) -> Bool { SpeakerWords.negations.contains(word) || denials.contains(word) }

    private static let denials = SpeakerWords.set(
        "nicht kein keine keinen keinem keiner niemals pas jamais aucun aucune nao inte ingen inga aldrig non nessun nessuna"
    )

    /// Whether a sentence says that something of the category is over.
    static func isOver(_ tokens: [ProfileToken], in category: ProfileItem.Category) -> Bool {
        if otherEnding.isIn(tokens) { return true }
        return switch category {
        // "I don't run any more" is no recovery.
        case .injuries: RecoveryWords.strong.isIn(tokens) || isWellAgain(tokens)
        case .goals: ending.isIn(tokens) || GoalWords.cancelled.isIn(tokens) || GoalWords.achieved.isIn(tokens)
        case .equipment: ending.isIn(tokens) || EquipmentWords.parting.isIn(tokens)
        case .preferences: ending.isIn(tokens) || PreferenceWords.dietStops.isIn(tokens)
        case .travel: ending.isIn(tokens) || TravelWords.cancelled.isIn(tokens) || TravelWords.over.isIn(tokens)
        case .stressFactors: ending.isIn(tokens) || StressWords.over.isIn(tokens)
        }
    }

    private static func isWellAgain(_ tokens: [ProfileToken]) -> Bool {
        RecoveryWords.weak.isIn(tokens) && !RecoveryWords.almost.isIn(tokens)
    }

    private static let ending = PhraseList(
        """
        no longer, not ~2 anymore, not ~2 any more, isnt ~2 anymore, dont ~3 anymore, dont ~3 any more, is over, its over, is history
        behind me, called off, given up, gave up, got rid of
        """
    )
    private static let otherEnding = PhraseList(
        """
        nicht mehr, kein|keine|keinen ~2 mehr, vorbei, verheilt, geheilt, abgesagt, ya no, se acabo, cancele
        ne ~2 plus, nai plus, gueri, guerie, annule, nao ~2 mais, acabou, sarou, cancelei
        inte ~2 langre, ar over, ar borta, installt, non ~2 piu, finito, guarito, guarita
        """
    )

    static func isChange(_ tokens: [ProfileToken]) -> Bool {
        change.isIn(tokens) || GoalWords.revised.isIn(tokens) || PreferenceWords.changing.isIn(tokens)
    }

    private static let change = PhraseList(
        "from now on, these days, switched, switching, changed, statt, stattdessen, ab jetzt, ahora, desormais, agora, istallet, adesso"
    )
}
