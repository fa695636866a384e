/// Diet, likes, and times that suit.
enum PreferenceWords {
    static let diets = TermList(
        """
        vegan: vegan, plant based, vegana, vegano
        vegetarian: vegetarierin, vegetarier, vegetariana, vegetarian, veggie, vegetariana, vegetariano
        pescatarian: pescatarian, pescetarian
        gluten: celiac, coeliac, gluten free, celiaca, celiaco
        lactose: lactose intolerant, dairy free, lactose, intolerante a la lactosa
        keto: keto, low carb, carnivore, paleo, whole30
        fasting: intermittent fasting, fasting, 16:8, ayuno, ayuno intermitente, omad, ramadan
        halal: halal, kosher
        """
    )
    static let eating = PhraseList(
        """
        im|am|been|be|went|going|gone|eat|eating|strictly|mostly|soy|stay|still|as ~2 @, im
        """
    )
    static let dietCues = SpeakerWords.set(
        "im bin sou been went going eat eating strictly mostly soy still since doing started on follow following as haciendo its"
    )
    static let dietStops = PhraseList(
        """
        not ~2 any|anymore, no longer, quit|stopped|stopping|ended|broke, se acabo, ya no, off keto, gave up, given up
        not doing, prohibio, done with
        """
    )
    static let allergies = PhraseList(
        "allergic to, allergic, allergy, allergies, intolerant, intolerance, anaphyla*, alergico, alergica, alergia"
    )
    static let refusals = PhraseList(
        """
        cant|dont|cannot|never|wont ~1 have|eat|drink|touch|stomach|digest|tolerate|do, do not eat|drink|have
        no como, no tomo, no puedo comer|tomar, no bebo, no more, everything except|but, gave up, given up, cut out, cutting out, quit, stay away from, react badly to, off, avoid|avoiding, no, cant with
        """
    )
    static let foods = SpeakerWords.set(
        """
        milk dairy gluten wheat bread nuts peanuts eggs egg meat chicken pork beef fish shellfish seafood soy sugar caffeine
        coffee alcohol drink spicy cheese lactose whey cilantro mushrooms beans tomatoes onions garlic carne leche pescado
        lactosa nueces mariscos huevo gluten azucar alcohol cafe
        """
    )
    static let likes = PhraseList(
        """
        hate, hated, never liked, dont enjoy, not keen on, cant bear, live for, obsessed with, my favourite|favorite, love, loathe, enjoy, prefer, dislike, detest, adore, despise, cant stand, dont like, not a fan of, big fan of
        not into, never again, odio, me encanta, me encantan, prefiero, no me gusta, no me gustan, bored of, rather do
        """
    )
    static let channels = TermList(
        "channel: text, texts, texting, calls, phone calls, voice notes, voice messages, video calls, emails"
    )
    static let recurring = SpeakerWords.set(
        """
        mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends mornings evenings afternoons
        lunchtimes lunchbreaks lunes martes miercoles jueves viernes tardes mananas noches mondays. nights weeknights
        """
    )
    static let days: [String: String] = [
        "mon": "monday", "monday": "monday", "mondays": "monday", "tue": "tuesday", "tues": "tuesday",
        "tuesday": "tuesday", "tuesdays": "tuesday", "wed": "wednesday", "weds": "wednesday", "wednesday": "wednesday",
        "wednesdays": "wednesday", "thu": "thursday", "thur": "thursday", "thurs": "thursday", "thursday": "thursday",
        "thursdays": "thursday", "fri": "friday", "friday": "friday", "fridays": "friday", "sat": "saturday",
        "saturday": "saturday", "saturdays": "saturday", "sun": "sunday", "sundays": "sunday", "sunday": "sunday",
        "lunes": "monday", "martes": "tuesday", "miercoles": "wednesday", "jueves": "thursday", "viernes": "friday",
        "mornings": "morning", "evenings": "evening", "afternoons": "afternoon", "weekends": "weekend",
        "weekdays": "weekday", "tardes": "evening", "mananas": "morning", "lunchtimes": "noon",
    ]
    static let suiting = PhraseList(
        """
        only, prefer, best, works, work better, works better, suit, suits, cant do, can only, can do, can train, never
        available, ideal, out, no good, easier, always, would be better, better for me, are better, is better, prefiero
        mejor, solo puedo, dont do, not before, no later, free on, free from, off, no training, sacred, off limits, taken, family time, blocked, are out, puedo, for me, my time, continue with, out of the question
        """
    )
    static let fixedTimes = PhraseList(
        """
        before work, after work, antes de la oficina, antes del trabajo, despues del trabajo, after the kids, before # only
        never before #, never after #, not before #, no later than #, never later than #, only after #, only before #, only do|train ~1 before|after #
        lunch break, lunch breaks, can only train, can only make, only time i, can train from|between|after|before, morning person, night owl, dont weigh me, no weigh ins, dont you dare say #
        """
    )
    /// A time for once, not for always.
    static let once = SpeakerWords.set("today tomorrow tonight yesterday hoy manana week")
    static let reachable = PhraseList(
        "call|text|message|email|ring me ~4 instead|rather, rather text|call|email, no phone calls, no voice notes"
    )
    static let upsetting = PhraseList(
        "make|makes me ill|sick|bloated|itchy|queasy, dont agree with me, doesnt agree with me, upset|upsets my, give|gives me heartburn|cramps|hives"
    )
    static let lasting = PhraseList("from now on, going forward, every week, each week, every time")
    static let changing = PhraseList(
        "move, moved, change, changed, instead, from now on, switch, better now, now, would be better, work better, cambiar"
    )
}
