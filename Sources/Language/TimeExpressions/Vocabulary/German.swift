extension TimeVocabulary {
    static let german = TimeVocabulary(
        germanCalendar + germanHolidays + germanNumbers + germanSmallWords,
        correctable: true
    )

    private static let germanCalendar: [(String, TimeWord)] = [
        ("montag|mo", .weekday(1)), ("dienstag|di", .weekday(2)), ("mittwoch|mi", .weekday(3)),
        ("donnerstag|do", .weekday(4)), ("freitag|fr", .weekday(5)), ("samstag|sa|sonnabend", .weekday(6)),
        ("sonntag|so", .weekday(7)),
        ("montags", .weekdays(1)), ("dienstags", .weekdays(2)), ("mittwochs", .weekdays(3)),
        ("donnerstags", .weekdays(4)), ("freitags", .weekdays(5)), ("samstags", .weekdays(6)),
        ("sonntags", .weekdays(7)), ("werktag|wochentag", .workday), ("werktags|wochentags|werktage", .workdays),
        ("wochenende", .weekend), ("wochenenden", .weekends),
        ("januar|jänner", .month(1)), ("februar", .month(2)), ("märz", .month(3)), ("april", .month(4)),
        ("mai", .month(5)), ("juni", .month(6)), ("juli", .month(7)), ("august", .month(8)), ("september", .month(9)),
        ("oktober", .month(10)), ("november", .month(11)), ("dezember", .month(12)),
        ("heute", .relativeDay(0)), ("morgen", .relativeDay(1)), ("übermorgen", .relativeDay(2)),
        ("gestern", .relativeDay(-1)), ("vorgestern", .relativeDay(-2)), ("jetzt", .now),
        ("heute nacht", .partOfDay(0, .night)), ("mittag|mittags", .noon), ("mitternacht", .midnight),
        ("morgen|früh|vormittag|morgens|vormittags", .part(.morning)), ("nachmittag|nachmittags", .part(.afternoon)),
        ("abend|abends", .part(.evening)), ("nacht|nachts", .part(.night)),
        ("sekunde|sekunden", .unit(.second)), ("minute|minuten|min", .unit(.minute)),
        ("stunde|stunden|std|h", .unit(.hour)), ("uhr", .oclock), ("tag|tage|tagen", .unit(.day)),
        ("woche|wochen", .unit(.week)), ("monat|monate|monaten|monats", .unit(.month)),
        ("jahr|jahre|jahren", .unit(.year)),
    ]

    private static let germanHolidays = holidays([
        ("weihnachten|erster weihnachtstag", .fixed(month: 12, day: 25)),
        ("heiligabend|heilig abend|heiliger abend", .fixed(month: 12, day: 24)),
        ("silvester", .fixed(month: 12, day: 31)), ("neujahr", .fixed(month: 1, day: 1)),
        ("ostern|ostersonntag", .easter(0)), ("ostermontag", .easter(1)), ("karfreitag", .easter(-2)),
        ("himmelfahrt|christi himmelfahrt", .easter(39)), ("pfingsten|pfingstsonntag", .easter(49)),
        ("pfingstmontag", .easter(50)), ("tag der arbeit", .fixed(month: 5, day: 1)),
        ("tag der deutschen einheit", .fixed(month: 10, day: 3)), ("muttertag", .regional(.mothersDay)),
        ("vatertag", .regional(.fathersDay)), ("nikolaus", .fixed(month: 12, day: 6)),
    ])

    private static let germanUnits = "null ein zwei drei vier fünf sechs sieben acht neun"

    private static let germanNumbers: [(String, TimeWord)] =
        words(germanUnits + " zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig")
        + germanUnits.split(separator: " ").enumerated().dropFirst().flatMap { unit in
            [("zwanzig", 20), ("dreißig", 30), ("vierzig", 40), ("fünfzig", 50)].map { tens in
                ("\(unit.element)und\(tens.0)", TimeWord.number(tens.1 + unit.offset))
            }
        } + [
            ("eins", .number(1)), ("dreißig", .number(30)), ("vierzig", .number(40)), ("fünfzig", .number(50)),
            ("ein|eine|einem|einer|einen", .one), ("halb", .halfBefore), ("halbe|halben", .half),
            ("anderthalb|eineinhalb", .oneAndHalf),
            ("viertel", .quarter), ("paar|ein paar", .few), ("erster|erste|ersten", .ordinal(1)),
            ("zweiter|zweite|zweiten", .ordinal(2)), ("dritter|dritte|dritten", .ordinal(3)),
        ]

    private static let germanSmallWords: [(String, TimeWord)] = [
        ("der|die|das|den|dem|des", .the), ("am|den|der|dem|zum", .dayArticle),
        ("dieser|diesen|diese|dieses|diesem", .this),
        ("nächster|nächsten|nächste|nächstes", .next), ("letzter|letzten|letzte|letztes|vorigen|vergangenen", .last),
        ("letzter|letzten", .end), ("kommenden|kommende|kommendes", .coming), ("anfang", .start), ("ende", .end),
        ("mitte", .mid),
        ("um|gegen", .at), ("am|an", .on), ("in|im|während", .in), ("von|vom", .of), ("bis zum|bis", .until),
        ("bis", .to), ("von|vom|ab|seit", .from), ("zwischen", .between), ("und", .and), ("oder", .or),
        ("für", .for), ("außer", .except), ("nach", .past), ("vor", .to), ("vor", .agoFirst),
        ("gleiche zeit|zur gleichen zeit", .sameTime), ("jeden|jede|jedes|alle", .every),
        ("täglich", .frequency(.daily)),
        ("wöchentlich", .frequency(.weekly)), ("monatlich", .frequency(.monthly)), ("mal", .times), ("pro", .per),
        ("kg|kilo|km|meter|wiederholungen|sätze|euro", .measure),
    ]
}
