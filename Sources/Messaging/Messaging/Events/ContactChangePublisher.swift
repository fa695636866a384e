import Contacts
import Domain
import SpotterAPI
import Storage

/// Handles relations for Messaging: drops cached facts about who sees whom, tells a client's devices of a request, and
/// keeps what was derived from messages in step.
struct ContactChangePublisher: ContactObserver {
    let chats: ChatStateCache
    let publisher: any ChatEventPublisher
    let observer: any MessageObserver

    func relationWillChange(between trainer: UserID, and client: UserID, on connection: any SQLConnection) throws {
        chats.expireVisibility()
        try observer.relationWillChange(between: trainer, and: client, on: connection)
    }

    func relationDidChange(between trainer: UserID, and client: UserID) {
        publisher.visibilityDidChange(of: [trainer, client])
    }

    func requestDidArrive(_ request: ReceivedContactRequest, for client: UserID) {
        publisher.enqueue(ServerFrames.contactRequest(request), to: [client])
    }
}
