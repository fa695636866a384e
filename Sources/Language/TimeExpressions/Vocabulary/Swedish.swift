extension TimeVocabulary {
    static let swedish = TimeVocabulary(swedishCalendar + swedishNumbers + swedishSmallWords, correctable: true)

    private static let swedishCalendar: [(String, TimeWord)] = [
        ("måndag|mån", .weekday(1)), ("tisdag|tis", .weekday(2)), ("onsdag|ons", .weekday(3)),
        ("torsdag|tors", .weekday(4)), ("fredag|fre", .weekday(5)), ("lördag|lör", .weekday(6)),
        ("söndag|sön", .weekday(7)),
        ("måndagar", .weekdays(1)), ("tisdagar", .weekdays(2)), ("onsdagar", .weekdays(3)), ("torsdagar", .weekdays(4)),
        ("fredagar", .weekdays(5)), ("lördagar", .weekdays(6)), ("söndagar", .weekdays(7)),
        ("vardag", .workday), ("vardagar", .workdays), ("helg|helgen", .weekend), ("helger", .weekends),
        ("januari", .month(1)), ("februari", .month(2)), ("mars", .month(3)), ("april", .month(4)), ("maj", .month(5)),
        ("juni", .month(6)), ("juli", .month(7)), ("augusti", .month(8)), ("september", .month(9)),
        ("oktober", .month(10)), ("november", .month(11)), ("december", .month(12)),
        ("idag|i dag", .relativeDay(0)), ("imorgon|i morgon|imorn", .relativeDay(1)),
        ("övermorgon|i övermorgon", .relativeDay(2)), ("igår|i går", .relativeDay(-1)),
        ("förrgår|i förrgår", .relativeDay(-2)), ("nu", .now), ("ikväll|i kväll|i natt", .partOfDay(0, .night)),
        ("klockan tolv", .noon), ("midnatt", .midnight),
        ("morgon|morgonen|bitti|förmiddag|förmiddagen|på morgonen", .part(.morning)), ("lunch", .part(.lunchtime)),
        ("eftermiddag|eftermiddagen", .part(.afternoon)), ("kväll|kvällen", .part(.evening)),
        ("natt|natten", .part(.night)), ("julafton|julaftonen", .holiday(.fixed(month: 12, day: 24))),
        ("juldagen", .holiday(.fixed(month: 12, day: 25))), ("annandag jul", .holiday(.fixed(month: 12, day: 26))),
        ("nyårsafton", .holiday(.fixed(month: 12, day: 31))), ("nyårsdagen", .holiday(.fixed(month: 1, day: 1))),
        ("trettondagen", .holiday(.fixed(month: 1, day: 6))), ("påsk|påskdagen", .holiday(.easter(0))),
        ("påskafton", .holiday(.easter(-1))), ("annandag påsk|annandagen", .holiday(.easter(1))),
        ("långfredag|långfredagen", .holiday(.easter(-2))), ("skärtorsdagen", .holiday(.easter(-3))),
        ("kristi himmelsfärdsdag", .holiday(.easter(39))), ("pingstdagen|pingst", .holiday(.easter(49))),
        ("midsommarafton", .holiday(.onOrAfter(weekday: 5, month: 6, day: 19))),
        ("midsommar|midsommardagen", .holiday(.onOrAfter(weekday: 6, month: 6, day: 20))),
        ("valborg|valborgsmässoafton", .holiday(.fixed(month: 4, day: 30))),
        ("lucia", .holiday(.fixed(month: 12, day: 13))), ("mors dag", .holiday(.regional(.mothersDay))),
        ("fars dag", .holiday(.regional(.fathersDay))),
        ("sekund|sekunder", .unit(.second)), ("minut|minuter|min", .unit(.minute)),
        ("timme|timmar|tim|h", .unit(.hour)), ("halvtimme|halvtimma", .unit(.halfHour)),
        ("dag|dagar|dagen", .unit(.day)), ("vecka|veckor|veckan", .unit(.week)),
        ("månad|månader|månaden", .unit(.month)), ("år", .unit(.year)),
    ]

    private static let swedishUnits = "noll ett två tre fyra fem sex sju åtta nio"

    private static let swedishNumbers: [(String, TimeWord)] =
        words(swedishUnits + " tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo")
        + swedishUnits.split(separator: " ").enumerated().dropFirst().flatMap { unit in
            [("tjugo", 20), ("trettio", 30), ("fyrtio", 40), ("femtio", 50)].map { tens in
                ("\(tens.0)\(unit.element)", TimeWord.number(tens.1 + unit.offset))
            }
        } + [
            ("trettio", .number(30)), ("fyrtio", .number(40)), ("femtio", .number(50)), ("en|ett", .one),
            ("halv", .halfBefore), ("halv", .half), ("kvart", .quarter), ("ett par", .couple), ("några", .few),
            ("första", .ordinal(1)), ("andra", .ordinal(2)), ("tredje", .ordinal(3)),
        ]

    private static let swedishSmallWords: [(String, TimeWord)] = [
        ("den|det|de", .the), ("den", .dayArticle), ("denna|den här|i", .this), ("nästa", .next),
        ("förra|i förra", .last), ("sista", .end),
        ("kommande", .coming), ("början av", .start), ("slutet av", .end), ("mitten av", .mid), ("klockan|kl|kl.", .at),
        ("vid", .at),
        ("på", .on), ("i|under", .in), ("av", .of), ("till", .to), ("till|tills|fram till", .until),
        ("från|sedan", .from), ("mellan", .between), ("efter", .after), ("före|innan", .before), ("och", .and),
        ("eller", .or), ("i", .to), ("över", .past),
        ("i|under", .for), ("om", .in), ("sedan|sen", .ago), ("för", .agoFirst), ("samma tid", .sameTime),
        ("varje|var", .every), ("utom|förutom", .except), ("varannan|vartannat", .every),
        ("varannan|vartannat", .other),
        ("dagligen", .frequency(.daily)), ("veckovis", .frequency(.weekly)), ("gånger", .times), ("per", .per),
        ("kg|kilo|km|meter|repetitioner|set|kronor", .measure),
    ]
}
