import Live
import Messaging
import SpotterAPI

/// Answers the requests of one connection that the writer completes. Called on the writer's or the delivery's thread.
final class RequestAnswers: Sendable {
    private let services: SessionServices
    private let hub: Hub
    private let texts: PendingTexts
    private let connection: ConnectionID
    private let sessionId: String

    init(services: SessionServices, texts: PendingTexts, connection: ConnectionID, sessionId: String) {
        self.services = services
        hub = services.hub
        self.texts = texts
        self.connection = connection
        self.sessionId = sessionId
    }

    /// Sends the ack, after the commit and together with the group's other bytes, or the error, at once.
    /// - Parameter message: the stored message as JSON.
    func answer(_ requestId: String, textBytes: Int, _ message: Result<ArraySlice<UInt8>, any Error>) {
        texts.end(textBytes)
        switch message {
        case .success(let message):
            hub.enqueue(answer: hub.encode(ServerFrames.ack(requestId: requestId, message: message)), to: connection)
        case .failure(let error):
            let frame = services.failure(error, id: requestId, requestId: sessionId)
            hub.publish(answer: hub.encode(frame), to: connection)
        }
    }
}
