/// What people train for.
enum GoalWords {
    static let events = TermList(
        """
        marathon: marathon, maraton
        half marathon: half marathon, a half, the half, first half, half in, media maraton, halvmaraton
        -: a half hour, half an hour, half past, the half of, a half of
        5k: 5k, 5 k, parkrun, park run
        10k: 10k, 10 k
        ultra: ultra, ultramarathon, 50k, 50 km, 100k, 100 km, trail race, 100 miler
        triathlon: triathlon, ironman, half ironman, sprint tri, duathlon, triatlon
        race: challenge, miler, race, fun run, relay, carrera, spartan, spartan race, tough mudder, hyrox, color run, mud run
        ride: coast to coast, ride, gran fondo, century ride, charity ride, bike race, sportive
        swim: open water swim, channel swim, swim meet
        competition: tournament, competition, comp, meet, powerlifting meet, bout, boxing bout, fight, grading, torneo
        trek: trek, pilgrimage
        match: match, league, playoffs, tryouts, season opener
        hike: kilimanjaro, everest, base camp, tour du mont blanc, camino, mont blanc, three peaks, machu picchu, summit
        wedding: wedding, boda
        """
    )

    static let exercises = TermList(
        """
        pullup: pull up, pull ups, pullup, pullups, chin up, chin ups, chin over bar, dead hang, dominadas, dominada
        pushup: push up, push ups, pushup, pushups, press ups, flexiones
        squat: squat, squats, back squat, front squat, front squats, goblet squat, sentadilla, sentadillas, pistol squat
        deadlift: deadlift, deadlifts, peso muerto, rdl
        bench: bench, bench press
        handstand: handstand, handstands, handstand push up
        burpee: burpee, burpees
        run: running, run, runs, jogging, jog, correr
        swim: swimming, swim, laps, nadar
        cycle: cycling, spinning, spin class, spin classes, biking, zwift, bici
        row: rowing, rower, rowing machine, erg
        elliptical: elliptical, cross trainer
        treadmill: treadmill, dreadmill, stairmaster, caminadora
        yoga: yoga, pilates, barre, stretching, mobility work
        lunge: lunge, lunges, split squats, bulgarian split squats, bulgarians, step ups, box jumps
        plank: plank, planks, sit ups, crunches, wall sits
        muscleup: muscle up, muscle ups, rope climb
        cardio: cardio, hiit, intervals, sprints, hill sprints, crossfit, zumba
        weights: weights, lifting, barbell work, machines, free weights, pesas, strength work
        legpress: leg press, leg day, leg extensions
        group: group classes, classes, gyms, crowds, crowded gyms
        kettlebell: kettlebell swings, swings, turkish get ups, thrusters, clean and jerk, snatch, overhead press, dips
        handsfree: rope climbs, jump rope, skipping, double unders, battle ropes, sled
        outdoors: outdoors, training outside, hills, trails, walking, hiking, long walks
        """
    )

    static let signedUp = PhraseList(
        """
        signed|signing|sign up, signed me up, entered ~3, registered for, registering for, got a spot, got a place
        have a spot, have a place, got a bib, got into, booked ~2 race, me inscribi, me apunte, paid the entry
        """
    )
    static let named = PhraseList(
        """
        goal, goals, target is, my target, my aim, the aim, aim is, resolution, objetivo, mi meta, mi sueno, la meta, bucket list
        lets say # kg|kilos|lb|lbs?, lets say #, my dream, the dream, i have a wish, my wish, new goal, one goal
        """
    )
    static let wishes = PhraseList(
        """
        want|wanna|wanted to, want a, id like to, should like to, would like to, id love to, would love to, hoping to, hope to
        aiming for|to, aim to, training for, going for, plan to, planning to, planning on, trying to, need|have to lose|drop, determined to, intend to
        ready to, crack at, quiero, quisiera, necesito, me gustaria, me encantaria, would make me ~2 happy, id be ~1 happy|thrilled with, be happy with, working towards
        reckon i can, dream of, dreaming of, get back to, vill
        """
    )
    /// After a wish, they make it a goal.
    static let verbs = SpeakerWords.set(
        """
        run finish lose drop gain build squat deadlift bench press hit reach climb hike swim cycle complete beat break able
        stronger fitter fit faster leaner lean upside quit stop improve tone feel look qualify win compete race walk pick keep master
        touch lift row ski surf 5k 10k marathon half sub under correr bajar perder ganar terminar subir levantar mejorar
        aprender lograr abs muscle weight strong healthy healthier
        """
    )
    /// After a wish, they make it none.
    static let otherVerbs = SpeakerWords.set(
        """
        know ask check skip cancel move reschedule talk say thank pay book join hear switch chat tell send show stop
        buy cry sleep die puke be see eat change add swap confirm update hug scream
        """
    )
    static let need = PhraseList("need|have to lose|drop|gain, necesito bajar|perder|ganar, want to lose|drop|gain")
    static let quitting = PhraseList(
        """
        last cigarette, quit|quitting|stop|stopped|stopping|give|giving|gave ~1 smoking|cigarettes|vaping, no more cigarettes
        cutting out alcohol, dejar de fumar, dejo de fumar
        """
    )
    /// What takes the place of the goal before.
    static let revised = PhraseList(
        """
        new goal, change of plan, instead, now my goal, changed my goal, updated goal, forget the, lets say, smaller goal
        bigger goal, next goal, goal is now, then i prefer, rather aim, nueva meta, nuevo objetivo
        """
    )
    static let cancelled = PhraseList(
        """
        is|was|has|got ~1 cancelled|canceled, pulled out of, pulling out of, dropping out, dropped out, not doing the
        giving up on, gave up on, not running the, wont be doing, dropping the, scrap|scrapping the, forget the, skipping the, se cancelo, not happening, isnt happening
        """
    )
    static let achieved = PhraseList(
        "i did it, did it, made it, nailed it, crossed the finish, finally got, lo logre, lo hice, it happened, ran|finished|completed|raced the|my half|marathon|race|ultra|triathlon|10k"
    )
    /// Units in which goals are counted.
    static let units = SpeakerWords.set(
        "kg kilo kilos lb lbs pounds pound stone km k miles mile minutes min seconds reps steps pull push inches cm percent libras"
    )
}
