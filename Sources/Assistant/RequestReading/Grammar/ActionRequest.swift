package import AssistantTools
package import Domain
import Scheduling
package import SpotterAPI
package import TimeExpressions

/// An action that the user's words request, before the calendar is asked.
package struct ActionRequest: Sendable {
    package var toolRequest: ToolRequest
    /// For a change or a cancellation: the event that is meant.
    package var event: EventReference?
    /// What is to change about the event.
    package var change: EventChange?
    /// For a new event or a reminder: its distance from another event.
    var relation: EventRelation?
    /// What must be asked before anything can be proposed.
    package var question: Needs?

    init(_ toolRequest: ToolRequest) { self.toolRequest = toolRequest }

    /// The same request, which waits for what is to be made of these words.
    package func asking(about words: String, _ prompt: String) -> ActionRequest {
        guard question == nil else { return self }
        var action = self
        action.question = .clarification(missing: ["confirmation"], prompt: ActionGrammar.prompt(words, prompt))
        return action
    }

    /// A request that can't be proposed, because words of it can't be used.
    package static func asking(_ request: ToolRequest, _ missing: String, _ prompt: String) -> ActionRequest {
        var action = ActionRequest(request)
        action.question = .clarification(missing: [missing], prompt: prompt)
        return action
    }
}

/// The words by which an event is meant: "my next call with Sara on Friday".
package struct EventReference: Sendable {
    enum Place: String, Sendable {
        case next, first, last

        private static let words = GrammarWords.meanings("place").compactMapValues(Place.init(rawValue:))

        /// - Parameter word: folded.
        init?(word: String) {
            guard let place = Self.words[word] else { return nil }
            self = place
        }
    }

    package var person: ToolRequest.Person?
    /// When it is now.
    package var time: ParsedTime?
    package var type: EventType?
    var place: Place?
    /// Whether all events that fit are meant.
    var isEvery = false
    /// Words that may belong to its title.
    package var title: [String] = []
    /// An event that was spoken of before.
    package var id: EventID?
}

package enum EventChange: Sendable {
    /// Minutes, negative for earlier.
    case shift(Int)
    /// A time expression: a clock time alone keeps the event's day.
    case to(String)
    /// A day on which the event keeps its time.
    case day(String)
    /// The new length in minutes.
    case length(Int)
    /// Minutes more, negative for less.
    case longer(Int)
}

/// "An hour before my call with Kenji", "right after Sara's session".
struct EventRelation: Sendable {
    enum Distance: Sendable {
        case minutes(Int)
        /// A number of days, at this clock time.
        case days(Int, clock: String?)
        case unsaid
    }

    var isBefore: Bool
    var distance: Distance
    var event: EventReference
}
