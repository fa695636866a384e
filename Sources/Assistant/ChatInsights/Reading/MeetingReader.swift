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
    static let meetings = InsightWords.phrases("meeting meetings")
    /// What asks for one.
    static let askings = InsightWords.phrases("meeting askings")
    /// What asks for one without naming it.
    static let seekings = InsightWords.phrases("meeting seekings")
}
