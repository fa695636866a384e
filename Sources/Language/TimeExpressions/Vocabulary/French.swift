extension TimeVocabulary {
    static let french = TimeVocabulary(frenchCalendar + frenchNumbers + frenchSmallWords, correctable: true)

    private static let frenchCalendar: [(String, TimeWord)] = [
        ("lundi", .weekday(1)), ("mardi", .weekday(2)), ("mercredi", .weekday(3)), ("jeudi", .weekday(4)),
        ("vendredi", .weekday(5)), ("samedi", .weekday(6)), ("dimanche", .weekday(7)),
        ("lundis", .weekdays(1)), ("mardis", .weekdays(2)), ("mercredis", .weekdays(3)), ("jeudis", .weekdays(4)),
        ("vendredis", .weekdays(5)), ("samedis", .weekdays(6)), ("dimanches", .weekdays(7)),
        ("jour ouvrable", .workday), ("jours ouvrables|en semaine", .workdays),
        ("week-end|weekend", .weekend), ("week-ends|weekends", .weekends),
        ("janvier", .month(1)), ("février", .month(2)), ("mars", .month(3)), ("avril", .month(4)), ("mai", .month(5)),
        ("juin", .month(6)), ("juillet", .month(7)), ("août", .month(8)), ("septembre", .month(9)),
        ("octobre", .month(10)), ("novembre", .month(11)), ("décembre", .month(12)),
        ("d'avril", .month(4)), ("d'août", .month(8)), ("d'octobre", .month(10)),
        ("aujourd'hui", .relativeDay(0)), ("demain", .relativeDay(1)), ("après-demain|après demain", .relativeDay(2)),
        ("hier", .relativeDay(-1)), ("avant-hier|avant hier", .relativeDay(-2)), ("maintenant", .now),
        ("cette nuit", .partOfDay(0, .night)), ("midi", .noon), ("minuit", .midnight),
        ("matin|matinée", .part(.morning)), ("après-midi|l'après-midi", .part(.afternoon)),
        ("soir|soirée", .part(.evening)), ("nuit", .part(.night)),
        ("noël", .holiday(.fixed(month: 12, day: 25))), ("jour de l'an", .holiday(.fixed(month: 1, day: 1))),
        ("pâques|dimanche de pâques", .holiday(.easter(0))), ("lundi de pâques", .holiday(.easter(1))),
        ("vendredi saint", .holiday(.easter(-2))), ("ascension|l'ascension", .holiday(.easter(39))),
        ("pentecôte|la pentecôte", .holiday(.easter(49))), ("toussaint", .holiday(.fixed(month: 11, day: 1))),
        ("fête des mères", .holiday(.regional(.mothersDay))), ("14 juillet", .holiday(.fixed(month: 7, day: 14))),
        ("la veille de|la veille du|veille de", .dayShift(-1)), ("le lendemain de|le lendemain du", .dayShift(1)),
        ("seconde|secondes", .unit(.second)), ("minute|minutes|min|mn", .unit(.minute)),
        ("heure|heures|h|d'heure", .unit(.hour)), ("heure|heures", .oclock), ("jour|jours", .unit(.day)),
        ("semaine|semaines", .unit(.week)), ("quinzaine", .unit(.fortnight)), ("mois", .unit(.month)),
        ("an|ans|année|années", .unit(.year)),
    ]

    private static let frenchNumbers: [(String, TimeWord)] =
        words(
            "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
                + "dix-huit dix-neuf vingt"
        ) + [
            ("trente", .number(30)), ("quarante", .number(40)), ("cinquante", .number(50)), ("soixante", .number(60)),
            ("un|une", .one), ("une", .number(1)), ("demie|demi|demi-", .half), ("quart", .quarter),
            ("quelques", .few), ("premier|première|1er", .ordinal(1)), ("deuxième|second", .ordinal(2)),
            ("troisième", .ordinal(3)),
        ]

    private static let frenchSmallWords: [(String, TimeWord)] = [
        ("le|la|les|l'", .the), ("le", .dayArticle), ("ce|cet|cette", .this), ("prochain|prochaine|suivant", .next),
        ("dernier|dernière|passé|passée", .last), ("dernier|dernière", .end), ("qui vient", .coming),
        ("début", .start), ("fin", .end), ("mi", .mid), ("à|vers", .at), ("en|au|pendant|dans", .in), ("de|du|d'", .of),
        ("avant|d'ici|pour", .by), ("à|au", .to), ("jusqu'à|jusqu'au", .until), ("de|du|depuis|à partir de", .from),
        ("entre", .between), ("et", .and), ("ou", .or), ("moins|moins le", .minus),
        ("pendant|pour|durant", .for), ("sauf|sauf le|sauf les", .except), ("il y a", .agoFirst), ("après", .after),
        ("même heure|la même heure", .sameTime),
        ("pile", .sharp), ("environ", .about), ("tous les|toutes les|chaque", .every),
        ("quotidiennement", .frequency(.daily)), ("fois", .times), ("par", .per),
        ("kg|kilos|km|mètres|répétitions|séries|personnes|euros", .measure),
    ]
}
