import Domain
import SpotterAPI

extension AssistantQuery {
    static let maxMessageLength = 4000

    /// - Throws: `invalid_request` if the message is empty or too long.
    func validatedMessage() throws(SpotterError) -> String {
        let text = message.trimmed
        guard !text.isEmpty else { throw .invalid("Give a message: a question, or what you want done.") }
        guard TextLength(1...Self.maxMessageLength).admits(text) else {
            throw .invalid(
                "A message to the assistant holds at most \(Self.maxMessageLength) characters; shorten this one."
            )
        }
        return text
    }
}
