/// What a user can ask for. Each kind allows certain tools.
package enum RequestKind: Sendable, Hashable, CaseIterable {
    case message, schedule, reschedule, cancel, remind
}

/// Words with which people ask for actions, as data: the folded words of verbs and phrases.
///
/// This is wider than the built-in model's grammar, because a language model understands more. Being found here proposes
/// nothing: every proposal is checked against the people, times and words of the same request.
enum RequestVerbs {
    struct Phrase: Sendable {
        let words: [String]
        let kind: RequestKind
    }

    /// By their first word, the longest first.
    static let english = index([
        (.message, english(message)), (.schedule, english(schedule)), (.reschedule, english(reschedule)),
        (.cancel, english(cancel)), (.remind, english(remind)),
    ])

    /// Only at the beginning of a clause, since many are common words of English.
    static let foreignOpenings = index(foreign.map { ($0.kind, split($0.openings)) })

    /// After a polite phrase of the same language, anywhere.
    static let foreignInfinitives = index(foreign.map { ($0.kind, split($0.infinitives)) })

    /// What reminds: "set a reminder", "pon un recordatorio".
    static let reminderNouns = Set(
        split(
            """
            reminder, reminders, alarm, timer, recordatorio, alarma, aviso, erinnerung, wecker, rappel, alarme, lembrete, \
            paminnelse, alarm
            """
        ).flatMap(\.self)
    )

    /// Between the verb and a reminder that doesn't exist yet.
    static let beforeReminder = Set(
        split(
            """
            a, an, another, new, quick, little, short, daily, weekly, monthly, one, two, me, us, myself, up, in, for, some, \
            calendar, phone, recurring, repeating, get, have, set, un, una, otro, nuevo, nueva, me, nos, eine, einen, ein, \
            neue, neuen, mir, uns, une, nouveau, moi, um, uma, outro, novo, mim, en, ett, ny, mig, oss, till
            """
        ).flatMap(\.self)
    )

    /// "Give me" asks for something to read, unless it is a reminder.
    static let giving: Set<String> = ["give", "get", "send"]

    static let user = Set(split("me, us, myself, nos, mir, uns, moi, mim, mig, oss").flatMap(\.self))

    /// Before reminders that there are already, or that aren't wanted.
    static let ofOldReminders = Set(
        split(
            """
            my, the, this, that, these, those, your, his, her, their, no, any, every, cancel, delete, remove, clear, stop, move, \
            change, show, list, read, snooze, reschedule, postpone, edit, update, turn, mis, mi, el, los, la, borra, elimina, \
            cancela, mueve, quita, losch, losche, verschieb, verschiebe, meine, die, den, supprime, annule, deplace, mes, mon, \
            le, apaga, cancele, muda, meu, meus, o, os, ta, avboka, flytta, min, mina
            """
        ).flatMap(\.self)
    )

    /// "cancelled", after a wish: "I want it cancelled".
    static let participles = index([
        (
            .cancel,
            split("cancelled, canceled, removed, deleted, cleared, scrapped, dropped, gone, taken off, called off")
        ),
        (
            .reschedule,
            split("moved, rescheduled, postponed, pushed, shifted, delayed, changed, swapped, shortened, extended")
        ),
        (.schedule, split("booked, scheduled, arranged, blocked, reserved, set up")),
        (.message, split("told, messaged, notified, informed, reminded, asked, invited, thanked, warned")),
    ])

    /// The phrases that begin at a word, the longest first.
    static func all(in words: [String], at position: Int, among phrases: [String: [Phrase]]) -> [Phrase] {
        guard words.indices.contains(position) else { return [] }
        return (phrases[words[position]] ?? []).filter { phrase in
            position + phrase.words.count <= words.count && zip(phrase.words, words[position...]).allSatisfy(==)
        }
    }

    static func found(in words: [String], at position: Int, among phrases: [String: [Phrase]]) -> Phrase? {
        all(in: words, at: position, among: phrases).first
    }

    // MARK: English

    private static let message = """
        tell, text, message, msg, dm, ping, whatsapp, notify, inform, alert, send, shoot, drop, write, write to, reply, \
        reply to, respond, respond to, answer, ask, say, wish, thank, congratulate, apologise, apologize, invite, warn, \
        update, forward, share, pass, relay, reach out, get back, get in touch, get hold of, contact, check in, follow up, \
        nudge, chase, poke, give, announce, broadcast, post, draft, compose, let, remind, fire off, hit up, touch base, \
        explain, encourage, welcome, greet, convey, buzz, loop in, put out, get word, enquire, inquire, confirm with, \
        hint, cheer on, word, reassure, praise, beg, urge, advise, get, have, should know, needs to know, need to know, knows
        """
    private static let schedule = """
        schedule, book, book in, arrange, organise, organize, set up, set, put, put in, pencil, pencil in, block, \
        reserve, plan, add, create, make, fix, fix up, get, fit, squeeze, slot, call, phone, meet, meet up, see, find, \
        hold, have, do, invite, sign, enter, line up, lock in, grab, host, register, sort out, note, jot
        """
    private static let reschedule = """
        reschedule, move, push, push back, push it back, put it off, move it back, bring it forward, postpone, shift, bring forward, bring, delay, change, swap, switch, pull, \
        put back, put off, defer, bump, make, slide, extend, shorten, lengthen, start, begin, rearrange, set back, \
        edit, relocate, adjust, rebook, rejig, pull forward, make it, find another time, find us another time,
        find a new time, find us a new time, another time, a different time
        """
    private static let cancel = """
        cancel, call off, call it off, call that off, call this off, call them off, take it off, take that off, take them off,
         drop, delete, remove, scrap, clear, take off, take, take out, get rid, axe, bin, kill, nix, skip, \
        free up, strike, ditch, wipe, undo, scratch, abort, goes away, go away, disappears, disappear, vanishes, vanish, \
        isn't happening, not happening, won't happen, doesn't happen, off my calendar, out of my calendar, blow off, \
        pull out of, has to go, have to go, must go, needs to go, need to go, empty, unbook, throw out, lose, erase, dump
        """
    private static let remind = """
        remind me, remind us, reminder, reminders, don't let me forget, do not let me forget, never let me forget, \
        nudge me, ping me, poke me, alert me, buzz me, note to self, don't forget to, wake me, set an alarm, set a timer, \
        i need to remember, i must remember, i should remember, i have to remember, make a note, jog my memory, \
        give me a nudge, give me a shout, tell me to, remember to, memo, notify me, i mustn't forget, i can't forget, \
        make sure i don't forget, make sure i
        """

    private static func english(_ list: String) -> [[String]] { split(list) }

    // MARK: Other languages

    private static let foreign: [(kind: RequestKind, openings: String, infinitives: String)] = [
        (
            .message,
            """
            dile, diles, digale, avisa, avisale, avisales, envia, enviale, manda, mandale, escribe, escribele, pregunta, \
            preguntale, responde, contesta, recuerdale, sag, sage, schreib, schreibe, schick, schicke, sende, frag, frage, \
            informiere, antworte, erinnere, richte, diga, diz, avise, envie, mande, escreve, escreva, pergunte, responda, \
            lembra, dis, dites, envoie, envoyez, ecris, ecrivez, previens, demande, reponds, informe, skriv, skicka, \
            meddela, fraga, svara, halsa, beratta
            """,
            """
            decirle, decir, avisar, enviar, mandar, escribir, preguntar, sagen, schreiben, schicken, senden, fragen, \
            antworten, dizer, escrever, perguntar, dire, envoyer, ecrire, demander, prevenir, saga, skriva, skicka, fraga, \
            berata, meddela
            """
        ),
        (
            .schedule,
            """
            programa, agenda, reserva, apunta, organiza, buche, plane, vereinbare, trag, trage, reserviere, marca, marque, \
            agende, reserve, planifie, organise, programme, prevois, ajoute, boka, planera, lagg
            """,
            "programar, agendar, reservar, buchen, planen, vereinbaren, eintragen, marcar, planifier, reserver, boka"
        ),
        (
            .reschedule,
            """
            mueve, cambia, aplaza, pospon, retrasa, adelanta, pasa, verschieb, verschiebe, verleg, verlege, andere, muda, \
            mude, remarca, remarque, adia, adie, deplace, decale, repousse, reporte, avance, flytta, skjut, andra
            """,
            "mover, cambiar, aplazar, verschieben, verlegen, mudar, remarcar, deplacer, decaler, repousser, flytta"
        ),
        (
            .cancel,
            """
            cancela, anula, borra, elimina, quita, storniere, storno, streich, streiche, losch, losche, cancele, desmarca, \
            desmarque, apaga, annule, annulez, supprime, avboka, stall in, ta bort, stryk
            """,
            "cancelar, anular, absagen, stornieren, streichen, loschen, desmarcar, annuler, supprimer, avboka, stalla in"
        ),
        (
            .remind,
            """
            recuerdame, avisame, erinnere mich, erinner mich, lembra-me, lembre-me, me lembra, me lembre, rappelle-moi, \
            rappelez-moi, paminn mig
            """,
            "recordarme, mich erinnern, daran erinnern, me lembrar, me rappeler, paminna mig"
        ),
    ]

    private static func split(_ list: String) -> [[String]] {
        list.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    }

    private static func index(_ lists: [(RequestKind, [[String]])]) -> [String: [Phrase]] {
        let phrases = lists.flatMap { kind, list in list.map { Phrase(words: $0, kind: kind) } }
        return Dictionary(grouping: phrases) { $0.words.first ?? "" }
            .mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }
}
