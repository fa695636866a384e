import Contacts
import Domain
import SpotterAPI
import Storage

/// Handles relations for Messaging: drops cached facts about who sees whom, and tells a client's devices of a request.
struct ContactChangePublisher: ContactObserver {
    let chats: ChatStateCache
    let publisher: any ChatEventPublisher

    func relationWillChange(between trainer: UserID, and client: UserID, on connection: any SQLConnection) {
        chats.expireVisibility()
    }

    func relationDidChange(between trainer: UserID, and client: UserID) {
        publisher.visibilityDidChange(of: [trainer, client])
    }

    func requestDidArrive(_ request: ReceivedContactRequest, for client: UserID) {
        publisher.enqueue(ServerFrames.contactRequest(request), to: [client])
    }
}
