/// How coaches ask for what is in profiles.
enum FactWords {
    /// Words that carry nothing in such a question.
    static let idle = SpeakerWords.set(
        """
        who whos whose which what whats how hows is isnt are arent does do doing has have had having any anyone anybody
        somebody someone everyone all my of the a an and or but with to for from in on at now right currently still moment
        these days again there client clients people person one that this it its they he she i me not no
        yet today lately recently present ok okay fine better good well like getting along holding up going feeling feel
        feels healed healing gone over recovered recovering really actually please tell list show know about
        been be get gets some something anything news on bad got disease condition conditions high low kind sort tree
        eat eats eating drink drinks drinking take takes taking own owns home should must may need needs allowed
        """
    )
    static let owners = SpeakerWords.set("my his her their your our")
    /// Parts of the body that have parts of their own in the vocabulary.
    static let regions: Set<String> = [
        "knee", "elbow", "shoulder", "back", "neck", "hip", "ankle", "foot", "wrist", "hand", "chest", "leg", "arm",
        "head",
        "stomach", "jaw",
    ]
    static let past = SpeakerWords.set("had been ever was were did used")
    static let injury = SpeakerWords.set(
        """
        injured injury injuries hurt hurts hurting pain pains painful sore ache aches aching trouble troubles problem
        problems issue issues niggle niggles stiff stiffness suffers suffering suffer complaint complaints strain strained
        sprain sprained tight bothering playing
        """
    )
    static let medication = SpeakerWords.set(
        """
        medication medications meds medicine medicines pill pills tablet tablets prescribed prescription prescriptions
        """
    )
    static let allergy = SpeakerWords.set(
        "allergy allergies allergic intolerant intolerance intolerances"
    )
    static let goal = PhraseList(
        """
        goal, goals, target, targets, aim, aims, aiming ~1 for|at, training|trains|train for, preparing|prepares|prepare for
        working|works ~1 towards|toward
        """
    )
    static let marriage = SpeakerWords.set(
        "married marry marrying wedding engaged bride groom boda casamos caso casarme hochzeit heirate casamento"
    )
    static let equipment = SpeakerWords.set("equipment gear kit")

    static let fishOnly = PhraseList(
        "fish ~3 no|not|never|without ~1 meat, no|not|never ~1 meat ~3 fish, fish ~3 doesnt|dont ~1 meat, only ~2 fish"
    )
    static let avoiding = PhraseList(
        """
        cant|cannot|mustnt|shouldnt|wont|doesnt|dont|never|not ~1 have|eat|drink|touch|tolerate|take|stand|digest|eating|drinking
        allowed|avoid|avoids|avoiding|without, no, off, isnt|arent|not ~1 allowed, unable to ~1 have|eat|drink|take
        stay|stays|keep|keeps|steer|steers ~1 away|clear from|of, reacts|react ~1 to, free
        """
    )
    /// Foods, and the diets and refusals that mean them.
    static let sameFood: [String: Set<String>] = [
        "gluten": ["gluten", "food-gluten", "food-wheat", "food-bread"],
        "wheat": ["gluten", "food-gluten", "food-wheat", "food-bread"],
        "bread": ["gluten", "food-gluten", "food-wheat", "food-bread"],
        "milk": ["lactose", "food-milk", "food-dairy", "food-lactose", "food-leche"],
        "dairy": ["lactose", "food-milk", "food-dairy", "food-lactose", "food-leche"],
        "lactose": ["lactose", "food-milk", "food-dairy", "food-lactose", "food-leche"],
        "meat": ["vegan", "vegetarian", "pescatarian", "food-meat", "food-carne"],
        "alcohol": ["drinking", "food-alcohol"],
    ]
    static let away = PhraseList(
        """
        away, travelling, traveling, on the road, out of town, on holiday, on holidays, on vacation, on a trip, abroad
        out of the country, going away
        """
    )
}
