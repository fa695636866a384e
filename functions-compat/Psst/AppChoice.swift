import Assistant
import Domain
import SpotterAPI

/// The card on which the app's user chooses whom a name means.
struct AppChoice {
    struct Person {
        let id: String
        let name: String
        var subtitle = ""
        /// Where a message to them goes; only for `sendMessage`.
        let chatId: String?
    }

    let people: [Person]
    let tool: ToolName
    /// What was sent: the app repeats it with the choice filled in, and ignores a card without it.
    let original: JSONValue

    var json: JSONValue {
        [
            "success": false, "actionId": "", "error": "SELECTION_REQUIRED",
            "data": [
                "type": "SELECTION_REQUIRED", "selectionType": "contact", "prompt": "Who did you mean?",
                "options": .array(people.map(option)),
                "context": ["originalFunction": .string(tool.rawValue), "originalParameters": original],
            ],
        ]
    }

    private func option(_ person: Person) -> JSONValue {
        let key = person.chatId == nil ? "userId" : "chatId"
        return [
            "id": .string(person.id), "title": .string(person.name), "subtitle": .string(person.subtitle),
            "icon": "👤",
            "metadata": [key: .string(person.chatId ?? person.id), "displayName": .string(person.name)],
        ]
    }
}
