/// Being elsewhere.
enum TravelWords {
    static let going = PhraseList(
        """
        im|ill|were|well|we|be|am in, be at ~4 in, ill be in, i am in, flying to, fly to, travelling to, traveling to, travel to, travelling in
        heading to, headed to, off to, going to, go to, go ~3 to, going ~3 to, flight to, driving to, drive to, visiting, trip to, jetting to
        in transit to, work trip, business trip, trip, holiday in, holidays in, vacation in, conference in, viajo a, voy a, vamos a
        estare en, vuelo a, de viaje, heads up
        """
    )
    static let away = PhraseList(
        """
        out of office, out of town, on holiday, on vacation, honeymoon, family trip, work trip, business trip, im away, were away
        flying out, flying tomorrow, fly tomorrow, away from the, ill be away, traveling for work, travelling for work, de vacaciones
        """
    )
    static let moving = PhraseList(
        "we|i move in january|february|march|april|june|july|august|september|october|november|december, moving to, moved to, moved|moving back to, move to, relocating to, relocate to, truck is booked, me mudo a, movers are, we live there"
    )
    static let over = PhraseList(
        "went to, was in, were in, flew back, drove to, back from, home from, came back, got back, last week, yesterday, used to"
    )
    static let cancelled = PhraseList(
        "not going to ~2 after all, no longer going to, trip|flight|holiday|conference|vacation ~2 cancelled|canceled|off, cancelled the|my trip|flight|holiday"
    )
    /// No journey.
    static let near = SpeakerWords.set(
        """
        gym office work dentist doctor meeting physio studio park bed home class school town session call train do get be
        see make today tomorrow tonight later next start run try keep ask say have lunch dinner bits church hospital lose eat sleep
        """
    )
    static let months = SpeakerWords.set(
        """
        january february march april june july august september october november december jan feb mar apr jun jul aug sep
        sept oct nov dec may enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
        """
    )
    static let when = PhraseList(
        """
        next week, next month, this weekend, next weekend, until, from # to #, from the # to the #, # to #, for # days|weeks|nights
        for a week, for two weeks, for ten days, every monday|tuesday|wednesday|thursday|friday, tomorrow, in the spring
        # days, del # al #, this summer, over christmas, over easter, all week, back on|sunday|monday
        """
    )
}
