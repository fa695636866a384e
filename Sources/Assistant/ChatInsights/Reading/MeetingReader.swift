import AssistantTools
package import Domain
import TextReading

/// That a message asks for a meeting, a call or a session at a time still to be found.
package struct FoundMeeting: Sendable, Hashable {
    package let quote: String
    /// `nil` if any kind will do.
    package let type: EventType?
    /// The length that was asked for.
    package let minutes: Int?
    /// When it should be, if that was said.
    let window: Range<Timestamp>?
    package let confidence: Double
}

/// Finds messages that ask to meet.
struct MeetingReader: Sendable {
    func meeting(in spoken: SpokenText, times: SpokenTimes) -> FoundMeeting? {
        for sentence in spoken.sentences {
            let meets = MeetingVocabulary.meetings.isIn(sentence, of: spoken)
            let seeks = MeetingVocabulary.seekings.isIn(sentence, of: spoken)
            guard seeks || meets && MeetingVocabulary.askings.isIn(sentence, of: spoken) else { continue }
            return FoundMeeting(
                quote: spoken.text(of: sentence),
                type: EventType.hinted(by: spoken.text),
                minutes: times.minutes(in: sentence.words),
                window: times.window(in: sentence.words),
                confidence: seeks && meets ? 0.9 : 0.75
            )
        }
        return nil
    }
}

/// The words by which people ask to meet.
enum MeetingVocabulary {
    /// What a meeting is called.
    static let meetings = PhraseSet(
        """
        meet, meeting, call, quick call, session, training, zoom, facetime, video call, video chat, chat, catch up, catch-up,
        check-in, checkin, check in, coffee, appointment, assessment, consultation, talk, sit down, phone, go over, come in, slot,
        hablar, videollamada, llamada, vernos, quedar, reunirnos, cita
        """
    )
    /// What asks for one.
    static let askings = PhraseSet(
        """
        shall we, can we, could we, can i, could i, let's, we should, should we, want to, would you like to, do you have,
        have you got, when are you, when can, when could, what times, which day, what day, what suits, i'd like to, i would like to,
        i need a, i want to book, time for a, fancy a, up for a, would, are you around, are you free, is there any, set up a,
        schedule a, arrange a, find a time, cuando, tienes, podemos, puedes
        """
    )
    /// What asks for one without naming it.
    static let seekings = PhraseSet(
        """
        when are you free, are you free, are you available, are you around, find a time, what times do you have,
        which day works, what day works, which day suits, squeeze me in, any openings, any availability, your availability,
        when can i see you, when can we meet, when shall we, book a training, book a session, book a call, need a new appointment,
        hop on a, jump on a, get on zoom, get on a call, find a slot, un hueco, cuando podemos
        """
    )
}
