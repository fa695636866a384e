import Testing

/// Basics of Spanish, French, German and Swedish.
@Suite struct TimeExpressionsLanguageTests {
    @Test(arguments: [
        Row("mañana", "date 2026-03-12"),
        Row("mañana a las 3", "instant 2026-03-12T15:00"),
        Row("mañana por la mañana", "interval 2026-03-12T06:00..2026-03-12T12:00"),
        Row("mañana por la mañana a las 9", "instant 2026-03-12T09:00"),
        Row("pasado mañana a las 15:30", "instant 2026-03-13T15:30"),
        Row("el martes a las 9", "instant 2026-03-17T09:00"),
        Row("el próximo martes", "date 2026-03-17"),
        Row("el martes que viene", "date 2026-03-17"),
        Row("este viernes a las 5 de la tarde", "instant 2026-03-13T17:00"),
        Row("hoy a las 8 de la noche", "instant 2026-03-11T20:00"),
        Row("esta noche", "interval 2026-03-11T18:00..2026-03-12T00:00"),
        Row("el 5 de marzo", "date 2027-03-05"),
        Row("5 de marzo de 2027 a las 10", "instant 2027-03-05T10:00"),
        Row("dentro de dos horas", "instant 2026-03-11T11:15"),
        Row("en media hora", "instant 2026-03-11T09:45"),
        Row("hace 3 días", "instant 2026-03-08T09:15"),
        Row("a las tres y media", "instant 2026-03-11T15:30"),
        Row("a las cinco menos cuarto", "instant 2026-03-11T16:45"),
        Row("a las 9 y cuarto", "instant 2026-03-11T09:15"),
        Row("la semana que viene", "interval 2026-03-16T00:00..2026-03-23T00:00"),
        Row("el próximo mes", "interval 2026-04-01T00:00..2026-05-01T00:00"),
        Row("este fin de semana", "interval 2026-03-14T00:00..2026-03-16T00:00"),
        Row("cada martes a las 9", "recurrence 2026-03-17T09:00 FREQ=WEEKLY;BYDAY=TU"),
        Row("todos los días a las 8", "recurrence 2026-03-12T08:00 FREQ=DAILY"),
        Row("los lunes y miércoles a las 18:00", "recurrence 2026-03-11T18:00 FREQ=WEEKLY;BYDAY=MO,WE"),
        Row("de 3 a 4", "interval 2026-03-11T15:00..2026-03-11T16:00"),
        Row("entre las 2 y las 4", "interval 2026-03-11T14:00..2026-03-11T16:00"),
        Row("de lunes a miércoles", "interval 2026-03-16T00:00..2026-03-19T00:00"),
        Row("del 3 al 7 de marzo", "interval 2027-03-03T00:00..2027-03-08T00:00"),
        Row("durante 45 minutos", "duration 45min"),
        Row("una hora y media", "duration 90min"),
        Row("mediodía", "instant 2026-03-11T12:00"),
        Row("3/4", "date 2026-04-03"),
        Row("de 6 a 8 semanas", "none"),
    ])
    func readsSpanish(_ row: Row) {
        row.check(now: "2026-03-11T08:15:00Z", zone: "Europe/Madrid", locale: "es-ES")
    }

    @Test(arguments: [
        Row("demain à 15h30", "instant 2026-03-12T15:30"),
        Row("mardi prochain", "date 2026-03-17"),
        Row("la semaine prochaine", "interval 2026-03-16T00:00..2026-03-23T00:00"),
        Row("dans 2 heures", "instant 2026-03-11T11:15"),
        Row("il y a 3 jours", "instant 2026-03-08T09:15"),
        Row("après-demain", "date 2026-03-13"),
        Row("ce soir", "interval 2026-03-11T18:00..2026-03-11T22:00"),
        Row("tous les mardis à 9h", "recurrence 2026-03-17T09:00 FREQ=WEEKLY;BYDAY=TU"),
        Row("neuf heures et demie", "instant 2026-03-11T09:30"),
        Row("midi", "instant 2026-03-11T12:00"),
        Row("le 5 mars à 10h", "instant 2027-03-05T10:00"),
        Row("vendredi de 14h à 16h", "interval 2026-03-13T14:00..2026-03-13T16:00"),
        Row("pendant 45 minutes", "duration 45min"),
        Row("une demi-heure", "duration 30min"),
        Row("une heure et demie", "duration 90min"),
        Row("le 1er avril", "date 2026-04-01"),
    ])
    func readsFrench(_ row: Row) {
        row.check(now: "2026-03-11T08:15:00Z", zone: "Europe/Paris", locale: "fr-FR")
    }

    @Test(arguments: [
        Row("morgen um 15 Uhr", "instant 2026-03-12T15:00"),
        Row("übermorgen", "date 2026-03-13"),
        Row("nächsten Dienstag", "date 2026-03-17"),
        Row("in zwei Stunden", "instant 2026-03-11T11:15"),
        Row("vor 3 Tagen", "instant 2026-03-08T09:15"),
        Row("heute Abend", "interval 2026-03-11T18:00..2026-03-11T22:00"),
        Row("morgen früh um 8", "instant 2026-03-12T08:00"),
        Row("um halb neun", "instant 2026-03-11T20:30 ?"),
        Row("Viertel nach drei", "instant 2026-03-11T15:15"),
        Row("Viertel vor drei", "instant 2026-03-11T14:45"),
        Row("jeden Dienstag um 9", "recurrence 2026-03-17T09:00 FREQ=WEEKLY;BYDAY=TU"),
        Row("am 5. März um 10 Uhr", "instant 2027-03-05T10:00"),
        Row("alle 3 Tage", "recurrence 2026-03-11 FREQ=DAILY;INTERVAL=3"),
        Row("15.30 Uhr", "instant 2026-03-11T15:30"),
        Row("von 3 bis 4 Uhr", "interval 2026-03-11T15:00..2026-03-11T16:00"),
        Row("am 5.4.", "date 2026-04-05"),
        Row("montags um 7", "recurrence 2026-03-16T07:00 FREQ=WEEKLY;BYDAY=MO"),
        Row("eine halbe Stunde", "duration 30min"),
    ])
    func readsGerman(_ row: Row) {
        row.check(now: "2026-03-11T08:15:00Z", zone: "Europe/Berlin", locale: "de-DE")
    }

    @Test(arguments: [
        Row("imorgon kl 15", "instant 2026-03-12T15:00"),
        Row("i övermorgon", "date 2026-03-13"),
        Row("nästa tisdag", "date 2026-03-17"),
        Row("på tisdag", "date 2026-03-17"),
        Row("om två timmar", "instant 2026-03-11T11:15"),
        Row("för 3 dagar sedan", "instant 2026-03-08T09:15"),
        Row("ikväll", "interval 2026-03-11T18:00..2026-03-12T00:00"),
        Row("halv nio", "instant 2026-03-11T20:30 ?"),
        Row("kvart över tre", "instant 2026-03-11T15:15"),
        Row("kvart i tre", "instant 2026-03-11T14:45"),
        Row("tio i fem", "instant 2026-03-11T16:50"),
        Row("varje tisdag kl 9", "recurrence 2026-03-17T09:00 FREQ=WEEKLY;BYDAY=TU"),
        Row("den 5 mars kl 10", "instant 2027-03-05T10:00"),
        Row("kl 15.30", "instant 2026-03-11T15:30"),
        Row("i helgen", "interval 2026-03-14T00:00..2026-03-16T00:00"),
        Row("varannan fredag", "recurrence 2026-03-13 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        Row("vardagar kl 7", "recurrence 2026-03-12T07:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        Row("om en halvtimme", "instant 2026-03-11T09:45"),
        Row("från 3 till 4 på fredag", "interval 2026-03-13T15:00..2026-03-13T16:00"),
    ])
    func readsSwedish(_ row: Row) {
        row.check(now: "2026-03-11T08:15:00Z", zone: "Europe/Stockholm", locale: "sv-SE")
    }

    @Test(arguments: [
        Row("mañana a las 3", "instant 2026-03-12T15:00"),
        Row("demain à 15h", "instant 2026-03-12T15:00"),
        Row("übermorgen", "date 2026-03-13"),
        Row("imorgon kl 15", "instant 2026-03-12T15:00"),
    ])
    func foreignInAnEnglishLocale(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }
}
