import Domain
import Retrieval
import Scheduling
import SpotterAPI

extension ToolResolutionContext {
    func setReminder() throws -> ToolResolution {
        let person = try person(among: directory.people) { $0.isOwn }
        let text = request.text?.trimmed ?? ""
        guard !text.isEmpty else {
            if case .at = moment { throw Open.missing(["text"], "What should I remind you of?") }
            throw Open.missing(["text", "time"], "What should I remind you of, and when?")
        }
        guard (try? ReminderRules.text(text)) != nil else {
            throw Open.missing(["text"], "A reminder holds at most 500 characters. What should it say, in short?")
        }
        let when = try futureMoment("When should I remind you?", with: person)
        let rule = when.recurrence.flatMap { RecurrenceRule($0) }
        guard when.recurrence == nil || rule != nil else {
            throw Open.missing(["time"], "I can't repeat a reminder like that. When should I remind you?")
        }
        let arguments = ToolArguments.SetReminder(
            text: text,
            dueAt: when.at,
            clientId: person?.userId,
            recurrence: when.recurrence
        )
        let about = person.map { " (\($0.name))" } ?? ""
        let repeats = rule.map { ", \($0.summary)" } ?? ""
        return .ready(
            .setReminder(arguments),
            summary: "Reminder\(about): \"\(text)\", \(wording.moment(when.at, andIn: nil))\(repeats)",
            doubts: when.doubts
        )
    }
}
