import Domain
import Retrieval
import Scheduling
import SpotterAPI

extension ToolResolutionContext {
    func setReminder() throws -> ToolResolution {
        let person = try person(among: directory.people) { $0.isOwn }
        let text = request.text?.trimmed ?? ""
        guard !text.isEmpty else {
            if case .at = moment { throw Open.missing(["text"], says(.whatRemind)) }
            throw Open.missing(["text", "time"], says(.whatRemindWhen))
        }
        guard (try? ReminderRules.text(text)) != nil else {
            throw Open.missing(["text"], says(.reminderTooLong))
        }
        let when = try futureMoment(says(.whenRemind), with: person)
        let rule = when.recurrence.flatMap { RecurrenceRule($0) }
        guard when.recurrence == nil || rule != nil else {
            throw Open.missing(["time"], says(.cantRepeatReminder, ["question": says(.whenRemind)]))
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
