extension TimeVocabulary {
    static let spanish = TimeVocabulary(spanishCalendar + spanishNumbers + spanishSmallWords, correctable: true)

    private static let spanishCalendar: [(String, TimeWord)] = [
        ("lunes", .weekday(1)), ("martes", .weekday(2)), ("miércoles", .weekday(3)), ("jueves", .weekday(4)),
        ("viernes", .weekday(5)), ("sábado", .weekday(6)), ("domingo", .weekday(7)),
        ("los lunes", .weekdays(1)), ("los martes", .weekdays(2)), ("los miércoles", .weekdays(3)),
        ("los jueves", .weekdays(4)), ("los viernes", .weekdays(5)), ("los sábados|sábados", .weekdays(6)),
        ("los domingos|domingos", .weekdays(7)), ("día laborable", .workday),
        ("entre semana|días laborables|de lunes a viernes", .workdays),
        ("fin de semana|finde", .weekend), ("fines de semana", .weekends),
        ("enero", .month(1)), ("febrero", .month(2)), ("marzo", .month(3)), ("abril", .month(4)), ("mayo", .month(5)),
        ("junio", .month(6)), ("julio", .month(7)), ("agosto", .month(8)), ("septiembre|setiembre", .month(9)),
        ("octubre", .month(10)), ("noviembre", .month(11)), ("diciembre", .month(12)),
        ("hoy", .relativeDay(0)), ("mañana", .relativeDay(1)), ("pasado mañana", .relativeDay(2)),
        ("ayer", .relativeDay(-1)), ("anteayer|antes de ayer", .relativeDay(-2)), ("ahora|ahora mismo", .now),
        ("esta noche", .tonight), ("mediodía|medio día", .noon), ("medianoche", .midnight),
        ("mañana|madrugada", .part(.morning)), ("tarde", .part(.afternoon)), ("noche", .part(.night)),
        ("navidad", .holiday(month: 12, day: 25)), ("nochebuena", .holiday(month: 12, day: 24)),
        ("nochevieja", .holiday(month: 12, day: 31)), ("año nuevo", .holiday(month: 1, day: 1)),
        ("segundo|segundos", .unit(.second)), ("minuto|minutos|min", .unit(.minute)),
        ("hora|horas|h|hrs", .unit(.hour)), ("día|días", .unit(.day)), ("semana|semanas", .unit(.week)),
        ("quincena", .unit(.fortnight)), ("mes|meses", .unit(.month)), ("año|años", .unit(.year)),
    ]

    private static let spanishNumbers: [(String, TimeWord)] =
        words(
            "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
                + "diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco "
                + "veintiséis veintisiete veintiocho veintinueve"
        ) + [
            ("treinta", .number(30)), ("cuarenta", .number(40)), ("cincuenta", .number(50)), ("sesenta", .number(60)),
            ("noventa", .number(90)), ("un|una", .one), ("un|una", .number(1)), ("media|medio", .half),
            ("cuarto", .quarter), ("cuarto", .ordinal(4)), ("un par de", .couple), ("unos|unas|algunos", .few),
            ("primero|primer|primera", .ordinal(1)), ("segundo|segunda", .ordinal(2)),
            ("tercero|tercer|tercera", .ordinal(3)), ("quinto", .ordinal(5)),
        ]

    private static let spanishSmallWords: [(String, TimeWord)] = [
        ("el|la|los|las", .the), ("este|esta", .this), ("próximo|próxima|siguiente", .next),
        ("pasado|pasada|último|última", .last), ("que viene|que entra", .coming),
        ("principios de|comienzos de|inicio de", .start), ("fin de|finales de|final de|fin del|final del", .end),
        ("último|última", .end), ("mediados de", .mid), ("a las|a la|sobre las", .at), ("en|por|durante", .in),
        ("durante|por", .for), ("de|del", .of), ("antes de|antes del|para", .by), ("a|al", .to),
        ("hasta|hasta las|hasta el|hasta la", .until), ("desde|desde las|a partir de", .from),
        ("de|desde", .from), ("entre", .between), ("y", .and), ("o", .or), ("menos", .minus),
        ("dentro de", .in), ("hace", .agoFirst), ("después de|después del", .after), ("a la misma hora", .sameTime),
        ("am|a.m.|a. m.", .am), ("pm|p.m.|p. m.", .pm), ("en punto", .oclock), ("hora|hora local", .time),
        ("su hora|su hora local|hora suya|hora de ella|hora de él", .timeOf(.they)),
        ("tu hora|tu hora local", .timeOf(.you)), ("mi hora|mi hora local|nuestra hora", .timeOf(nil)),
        ("hacia|aproximadamente", .about),
        ("cada|todos los|todas las", .every), ("diariamente|a diario", .frequency(.daily)),
        ("semanalmente", .frequency(.weekly)), ("mensualmente", .frequency(.monthly)),
        ("veces", .times), ("dos veces", .repeated(2)), ("una vez", .repeated(1)), ("por", .per),
        ("kg|kilos|km|metros|repeticiones|series|personas|euros", .measure),
    ]

    /// Number words in order, from zero.
    static func words(_ list: String) -> [(String, TimeWord)] {
        list.split(separator: " ").enumerated().map { (String($1), .number($0)) }
    }
}
