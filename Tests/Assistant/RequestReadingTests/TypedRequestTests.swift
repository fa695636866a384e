import AssistantTools
import Domain
import Retrieval
import SpotterAPI
import Testing
import TextReading

@testable import RequestReading

/// Requests as people type them. What can be read in two ways, or in half, is asked about.
@Suite struct TypedRequestTests {
    /// Each action as its tool, its person and its text; "?" where something must be asked first.
    private static func read(_ message: String) -> [String] {
        BuiltInGrammarTests.grammar.actions(in: message).map { action in
            let request = action.toolRequest
            guard action.question == nil else { return "?" }
            var words = [request.tool.rawValue]
            if case .named(let name)? = request.person { words.append(name) }
            if let text = request.text { words.append("“\(text)”") }
            return words.joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("Call Mike off on Friday", "cancelEvent Mike"), ("call mike's session off on Friday", "cancelEvent mike"),
        ("put Sara off till Monday at 3pm", "rescheduleEvent Sara"),
        ("put Mike back an hour tomorrow", "rescheduleEvent Mike"),
        ("hiya can u shift saras thurs session to half 4 ta", "rescheduleEvent sara"),
        ("Cancel everything I've got with Mark next week", "cancelEvent Mark"),
        ("Extend Mike's call tomorrow by 15", "rescheduleEvent Mike"),
        ("Cancel the call with Sara & reschedule it for Monday 11am", "rescheduleEvent Sara"),
        ("drop Sara an email saying the run is on Sunday", "sendMessage Sara “The run is on Sunday”"),
        ("Tell Mike message received", "sendMessage Mike “Message received”"),
        ("dile a Sara q llego tarde", "sendMessage Sara “Llego tarde”"),
        ("recuérdame mañana a las 8 de estirar porfa", "setReminder “Estirar”"),
    ])
    func usualWordsAreRead(message: String, reading: String) { #expect(Self.read(message) == [reading]) }

    /// "Not at six" corrects nothing.
    @Test(arguments: [
        ("dile a Sara que es a las 7, no a las 6", ["sendMessage Sara “Es a las 7, no a las 6”"]),
        ("dile a Sara que es el martes, no el lunes", ["sendMessage Sara “Es el martes, no el lunes”"]),
        ("Agenda a Mike el viernes a las 5, no a las 6", ["?"]),
        ("Agenda a Mike el viernes a las 5, no, a las 6", ["scheduleCall Mike"]),
        ("Remind me that the race is on Sunday, not Saturday", ["setReminder “The race is on Sunday, not Saturday”"]),
    ])
    func whatIsDeniedStays(message: String, readings: [String]) { #expect(Self.read(message) == readings) }

    @Test func theTimeOfADeniedDayIsAskedFor() {
        let reminder = BuiltInGrammarTests.requests("Remind me that the race is on Sunday, not Saturday").first
        #expect(reminder?.time == nil)
    }

    @Test(arguments: [
        "book Mike out on Friday", "put Mike out of Friday's session", "Book Mike this and next Friday at 5pm",
        "Book Mike Friday before 3pm", "Book Mike Friday after 3pm", "Book Mike on Friday no later than 3pm",
        "Book Mike Friday between 3 and 5pm", "Remind Mike about his food log tomorrow at 9am",
        "Send Mike a message on Friday at 9am saying good luck", "Tell Sara as well, that we start at 7",
        "Tell Sara the plan's in her inbox and ask if she can come on Friday", "Send Sara her plan and cancel Friday",
        "Let Mike know I moved his call to 9 and move it",
    ])
    func halfIsNeverDone(message: String) { #expect(Self.read(message) == ["?"]) }

    @Test func theDayAfterTomorrowIsNoLimit() {
        #expect(Self.read("Book Mike the day after tomorrow at 3pm") == ["scheduleCall Mike"])
    }

    /// A message without words waits for them, rather than to be dropped for the next one.
    @Test(arguments: [
        ("Tell Mike and remind Sara that we start at 7", ["sendMessage Mike", "sendMessage Sara “We start at 7”"]),
        ("Write to Sara and tell her that I'm late", ["sendMessage Sara “I'm late”"]),
        ("message Mike, Sara: gym's closed", ["sendMessage Mike “Gym's closed”", "sendMessage Sara “Gym's closed”"]),
        ("Tell Mike, Sara is ill", ["sendMessage Mike “Sara is ill”"]),
        ("Text Sara and ask if she's free on Sunday", ["sendMessage Sara “Are you free on Sunday?”"]),
        ("Tell Mike to take the bar and move it", ["sendMessage Mike “Please take the bar and move it”"]),
    ])
    func everyRecipientCounts(message: String, readings: [String]) { #expect(Self.read(message) == readings) }

    @Test func anInitialTellsPeopleApart() {
        let people = ["Mike Chen", "Mike Okafor"].enumerated().map { place, name in
            KnownPerson(identity: .user(UserID(high: 1, low: UInt64(place))), name: name)
        }
        func meant(_ text: String) -> [[String]] {
            PeopleDirectory(people: people, groups: []).mentions(in: TextWord.words(of: text)).map {
                $0.people.map(\.name)
            }
        }
        #expect(meant("tell Mike C his shoes are here, and Mike O's bag") == [["Mike Chen"], ["Mike Okafor"]])
        #expect(meant("Mike I think") == [["Mike Chen", "Mike Okafor"]])
    }
}
