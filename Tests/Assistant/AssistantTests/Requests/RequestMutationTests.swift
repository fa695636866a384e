import TestSupport
import Testing

/// A word that limits a request is never ignored: with it, nothing is proposed that is proposed without it.
@Suite(.longTimeLimit) struct RequestMutationTests {
    /// A request with one proposal, in the words around the places where others may come in.
    private struct Base {
        /// Before the name.
        let lead: String
        let name: String
        /// Between the name and the time; "'s session" or nothing.
        let middle: String
        let time: String
        let tail: String
        var isSpanish = false

        var words: String { lead + name + middle + time + tail }
    }

    private static let bases = [
        Base(lead: "Cancel my session with ", name: "Grace", middle: "", time: " tomorrow", tail: ""),
        Base(lead: "Cancel ", name: "Kenji", middle: "'s call", time: " on Friday", tail: ""),
        Base(lead: "Move ", name: "Hannah", middle: "'s session", time: " on Friday", tail: " to 8am"),
        Base(lead: "Push ", name: "Bob", middle: "'s session", time: " on Tuesday", tail: " back by 30 minutes"),
        Base(lead: "Book a call with ", name: "Chloé", middle: "", time: " on Monday at 3pm", tail: ""),
        Base(lead: "Schedule a session with ", name: "Jordan", middle: "", time: " on Tuesday at 11am", tail: ""),
        Base(lead: "Tell ", name: "Devon", middle: "", time: "", tail: " that the gym is closed"),
        Base(lead: "Remind me to call ", name: "Lena", middle: "", time: " tomorrow at 4pm", tail: ""),
        Base(
            lead: "Cancela la llamada con ",
            name: "Kenji",
            middle: "",
            time: " el viernes",
            tail: "",
            isSpanish: true
        ),
        Base(
            lead: "Agenda una sesión con ",
            name: "Bob",
            middle: "",
            time: " el lunes a las 15:00",
            tail: "",
            isSpanish: true
        ),
        Base(
            lead: "Mueve la llamada con ",
            name: "Kenji",
            middle: "",
            time: " al viernes a las 11:00",
            tail: "",
            isSpanish: true
        ),
        Base(
            lead: "Dile a ",
            name: "Liam",
            middle: "",
            time: "",
            tail: " que el gimnasio está cerrado",
            isSpanish: true
        ),
    ]

    /// How a request is changed; `nil` if the change says nothing in this one.
    private static let changes: [(name: String, apply: @Sendable (Base, String) -> String?)] = [
        ("never mind", { base, _ in base.words + (base.isSpanish ? ". No, mejor no." : ". No, don't.") }),
        ("never", { base, _ in (base.isSpanish ? "Nunca " : "Never ") + base.words.lowercasedFirst }),
        ("don't", { base, _ in (base.isSpanish ? "No quiero que " : "Don't ") + base.words.lowercasedFirst }),
        (
            "not",
            { base, _ in base.lead + (base.isSpanish ? "no " : "not ") + base.name + base.middle + base.time + base.tail
            }
        ),
        (
            "all but",
            { base, _ in
                base.lead + (base.isSpanish ? "todos menos " : "all but ") + base.name + base.middle + base.time
                    + base.tail
            }
        ),
        (
            "everybody except",
            { base, _ in
                base.lead + (base.isSpanish ? "todos excepto " : "everybody except ") + base.name + base.middle
                    + base.time
                    + base.tail
            }
        ),
        (
            "sister",
            { base, _ in
                base.isSpanish
                    ? base.lead.replacing("a ", with: "a ") + "la hermana de " + base.name + base.time + base.tail
                    : base.lead + base.name + "'s sister" + base.middle + base.time + base.tail
            }
        ),
        (
            "friend of",
            { base, _ in
                base.isSpanish ? nil : base.lead + "the friend of " + base.name + base.middle + base.time + base.tail
            }
        ),
        (
            "and another day",
            { base, _ in
                base.time.isEmpty
                    ? nil
                    : base.lead + base.name + base.middle + base.time
                        + (base.isSpanish ? " y el sábado" : " and Saturday")
                        + base.tail
            }
        ),
        (
            "or another day",
            { base, _ in
                base.time.isEmpty
                    ? nil
                    : base.lead + base.name + base.middle + base.time
                        + (base.isSpanish ? " o el sábado" : " or Saturday")
                        + base.tail
            }
        ),
        (
            "and somebody of theirs",
            { base, _ in
                base.isSpanish ? nil : base.lead + base.name + " and her husband" + base.middle + base.time + base.tail
            }
        ),
        (
            "not somebody else",
            { base, other in
                base.lead + base.name + base.middle + base.time + (base.isSpanish ? ", no \(other)" : ", not \(other)")
                    + base.tail
            }
        ),
        (
            "or somebody else",
            { base, other in
                base.lead + base.name + (base.isSpanish ? " o \(other)" : " or \(other)") + base.middle + base.time
                    + base.tail
            }
        ),
        (
            "condition after",
            { base, _ in
                base.tail.contains("that") || base.tail.contains("que") || base.lead.contains("Remind")
                    ? nil : base.words + (base.isSpanish ? " si llueve" : " if it rains")
            }
        ),
        (
            "condition before",
            { base, _ in (base.isSpanish ? "Si llueve, " : "If it rains, ") + base.words.lowercasedFirst }
        ),
        (
            "half of",
            { base, _ in
                base.lead.hasPrefix("Cancel my session")
                    ? "Cancel half of my sessions with \(base.name)\(base.time)" : nil
            }
        ),
    ]

    @Test func aLimitingWordChangesTheProposal() async throws {
        let world = try await RequestWorld()
        var random = SeededRandom(seed: 33)
        let others = ["Tom", "Aisha", "José", "Sarah"]
        for base in Self.bases {
            let plain = try await world.told(world.answer(to: [base.words])).map(\.description)
            #expect(plain.count == 1, "\(base.words): \(plain)")
            for change in Self.changes {
                let other = others.randomElement(using: &random) ?? "Tom"
                guard let said = change.apply(base, other) else { continue }
                let told = try await world.told(world.answer(to: [said])).map(\.description)
                #expect(Set(told).isDisjoint(with: plain), "\(change.name): \(said) gives \(told)")
            }
        }
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
