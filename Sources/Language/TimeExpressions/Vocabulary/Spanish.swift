extension TimeVocabulary {
    static let spanish = TimeVocabulary(
        spanishCalendar + spanishHolidays + spanishNumbers + spanishSmallWords,
        correctable: true
    )

    private static let spanishCalendar: [(String, TimeWord)] = [
        ("lunes", .weekday(1)), ("martes", .weekday(2)), ("miércoles", .weekday(3)), ("jueves", .weekday(4)),
        ("viernes", .weekday(5)), ("sábado", .weekday(6)), ("domingo", .weekday(7)),
        ("los lunes", .weekdays(1)), ("los martes", .weekdays(2)), ("los miércoles", .weekdays(3)),
        ("los jueves", .weekdays(4)), ("los viernes", .weekdays(5)), ("los sábados|sábados", .weekdays(6)),
        ("los domingos|domingos", .weekdays(7)), ("día laborable", .workday),
        ("entre semana|días laborables|días hábiles|de lunes a viernes", .workdays), ("día hábil", .workday),
        ("fin de semana|finde", .weekend), ("fines de semana", .weekends),
        ("enero", .month(1)), ("febrero", .month(2)), ("marzo", .month(3)), ("abril", .month(4)), ("mayo", .month(5)),
        ("junio", .month(6)), ("julio", .month(7)), ("agosto", .month(8)), ("septiembre|setiembre", .month(9)),
        ("octubre", .month(10)), ("noviembre", .month(11)), ("diciembre", .month(12)),
        ("hoy", .relativeDay(0)), ("mañana", .relativeDay(1)), ("pasado mañana", .relativeDay(2)),
        ("ayer", .relativeDay(-1)), ("anteayer|antes de ayer", .relativeDay(-2)), ("ahora|ahora mismo", .now),
        ("esta noche", .partOfDay(0, .night)), ("mediodía|medio día|a mediodía|al mediodía", .noon),
        ("medianoche|a medianoche|la medianoche", .midnight), ("anoche", .partOfDay(-1, .night)),
        ("esta mañana", .partOfDay(0, .morning)), ("esta tarde", .partOfDay(0, .afternoon)),
        ("la víspera de|la víspera del|víspera de", .dayShift(-1)),
        ("mañana|madrugada", .part(.morning)), ("tarde", .part(.afternoon)), ("noche", .part(.night)),
        ("segundo|segundos", .unit(.second)), ("minuto|minutos|min", .unit(.minute)),
        ("hora|horas|h|hrs", .unit(.hour)), ("día|días", .unit(.day)), ("semana|semanas", .unit(.week)),
        ("quincena", .unit(.fortnight)), ("mes|meses", .unit(.month)), ("año|años", .unit(.year)),
    ]

    private static let spanishHolidays = holidays([
        ("navidad|día de navidad", .fixed(month: 12, day: 25)), ("nochebuena", .fixed(month: 12, day: 24)),
        ("nochevieja|fin de año", .fixed(month: 12, day: 31)), ("año nuevo", .fixed(month: 1, day: 1)),
        ("día de reyes|reyes|los reyes", .fixed(month: 1, day: 6)), ("san valentín", .fixed(month: 2, day: 14)),
        ("san juan", .fixed(month: 6, day: 24)), ("todos los santos", .fixed(month: 11, day: 1)),
        ("día de muertos|día de los muertos", .fixed(month: 11, day: 2)),
        ("pascua|domingo de pascua|domingo de resurrección", .easter(0)), ("lunes de pascua", .easter(1)),
        ("viernes santo", .easter(-2)), ("jueves santo", .easter(-3)), ("domingo de ramos", .easter(-7)),
        ("miércoles de ceniza", .easter(-46)), ("corpus christi", .easter(60)),
        ("día de la madre", .regional(.mothersDay)), ("día del padre", .regional(.fathersDay)),
    ])

    private static let spanishNumbers: [(String, TimeWord)] =
        words(
            "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
                + "diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco "
                + "veintiséis veintisiete veintiocho veintinueve"
        ) + [
            ("treinta", .number(30)), ("cuarenta", .number(40)), ("cincuenta", .number(50)), ("sesenta", .number(60)),
            ("noventa", .number(90)), ("un|una", .one), ("un|una", .number(1)), ("media|medio", .half),
            ("cuarto|cuartos", .quarter), ("cuarto", .ordinal(4)), ("un par de", .couple), ("unos|unas|algunos", .few),
            ("primero|primer|primera", .ordinal(1)), ("segundo|segunda", .ordinal(2)),
            ("tercero|tercer|tercera", .ordinal(3)), ("quinto", .ordinal(5)), ("penúltimo|penúltima", .ordinal(-2)),
        ]

    private static let spanishSmallWords: [(String, TimeWord)] = [
        ("el|la|los|las", .the), ("el", .dayArticle), ("este|esta", .this), ("próximo|próxima|siguiente", .next),
        ("pasado|pasada|último|última", .last), ("que viene|que entra", .coming),
        ("principios de|comienzos de|inicio de", .start), ("fin de|finales de|final de|fin del|final del", .end),
        ("último|última", .end), ("mediados de", .mid), ("a las|a la|sobre las", .at), ("en|por|durante", .in),
        ("durante|por", .for), ("de|del", .of), ("antes de|antes del|antes de las|antes de la", .before),
        ("para|para las", .by), ("a|al", .to),
        ("hasta|hasta las|hasta el|hasta la", .until),
        ("desde|desde las|a partir de|a partir del", .from),
        ("de|desde", .from), ("en adelante", .onwards), ("entre", .between), ("y", .and), ("o", .or), ("menos", .minus),
        ("menos|menos el|menos los|excepto|excepto el|excepto los|salvo|salvo el|salvo los", .except),
        ("fin de mes|finales de mes|final de mes|a finales de mes|a fin de mes", .endOf(.month)),
        ("temprano|pronto", .early), ("no, espera|espera|perdón|mejor dicho|digo|mejor", .correction),
        ("sesión|clase|llamada|cita|reunión", .event), ("mi", .my),
        ("dentro de", .in), ("hace", .agoFirst),
        ("después de|después del|después de las|a partir de las|a partir de la|después de la|pasadas las", .after),
        ("a la misma hora", .sameTime),
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
