/// Work, sleep and what goes on in life.
enum StressWords {
    struct Cue: Sendable {
        let topic: String
        let phrases: PhraseList
        let confidence: Double
    }

    static let cues: [Cue] = [
        Cue(
            topic: "mood",
            phrases: PhraseList(
                """
                stressed, so stressful, very stressful, overwhelmed, burnt out, burned out, burnout, burning out, anxious, anxiety
                panic attack, panic attacks, depressed, depression, mentally exhausted, estresada, estresado, agotada, agotado
                ansiedad, utmattad, at breaking point, falling apart, heads all over, head is all over, heads a mess, heads not in it
                """
            ),
            confidence: 0.85
        ),
        Cue(
            topic: "sleep",
            phrases: PhraseList(
                """
                cant sleep, insomnia, sleepless, slept|sleep|sleeping ~1 badly|terribly|awful|poorly|terrible, barely sleep|slept|sleeping
                slept|sleep|sleeping ~2 2|3|4|5|three|four|five hours, not sleeping, no sleep, hardly sleeping, havent been sleeping, havent slept, havent been able to sleep, duermo fatal|mal|poco
                no duermo, awake since #, up all night
                """
            ),
            confidence: 0.8
        ),
        Cue(
            topic: "work",
            phrases: PhraseList(
                """
                deadline week|today|tomorrow|friday|monday, deadlines, big deadline, deadline at|for, work deadline, on deadline, im on call, on call every, overtime, double shift, double shifts, short staffed
                work ~3 insane|crazy|mad|nuts|hectic|stressful|brutal|manic, crunch time, quarterly close, layoffs, mucho trabajo
                long hours, working till|until # ~2 nights|days, new boss, long days at work, # hour weeks, im drowning, drowning in, new project leader, working late, swamped, crazy at work, hours in a dark room, mad one
                """
            ),
            confidence: 0.8
        ),
        Cue(
            topic: "shifts",
            phrases: PhraseList(
                "night shift, night shifts, nights again, nights this week, on nights, block of nights, rotating shifts, shift work, late shifts, early shifts, nights every, working nights, work nights, rota"
            ),
            confidence: 0.8
        ),
        Cue(
            topic: "job",
            phrases: PhraseList(
                """
                lost my job, laid off, made redundant, redundancy, fired, new job, got the ~2 job, quit my job, signed a contract, switched jobs, unemployed, back to work
                starting a new, me despidieron, company is closing
                """
            ),
            confidence: 0.85
        ),
        Cue(
            topic: "exam",
            phrases: PhraseList(
                "bar exam, my exam, my exams, exam is, exams are, finals week, thesis is due, dissertation, my thesis, mock exam, my finals, defend my, exam season"
            ),
            confidence: 0.8
        ),
        Cue(
            topic: "family",
            phrases: PhraseList(
                """
                divorce, divorcing, separating, separated, broke up, break up, breakup, custody, my funeral, grieving, evicted
                moving house|flats|flat|apartments|apartment, getting married, nos casamos, wedding planning, newborn, got engaged, are splitting up
                """
            ),
            confidence: 0.8
        ),
        Cue(
            topic: "money",
            phrases: PhraseList("money is tight, moneys ~2 tight, cant afford, in debt, money worries"),
            confidence: 0.75
        ),
    ]

    static let over = PhraseList(
        """
        exam|exams is|are|was ~1 over|done|finished, it is over, its over, finally over, finally sleeping, sleeping again, sleeping well
        slept great, project ~2 shipped|delivered|done, quarter closed, off nights, ya duermo
        """
    )
    static let fromTraining = SpeakerWords.set("workout session run squats legs reps sets training intervals burpees")
}
