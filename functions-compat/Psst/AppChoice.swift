import Assistant
import Domain
import SpotterAPI

/// The card on which the app's user chooses the person that a name refers to.
struct AppChoice {
    struct Person {
        let id: String
        let name: String
        var subtitle = ""
        /// The chat that a message goes to; only for `sendMessage`.
        let chatId: String?
    }

    let people: [Person]
    let tool: ToolName
    /// The app's parameters. The app repeats them with the choice filled in, and ignores a card without them.
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
