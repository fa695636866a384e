import Foundation

/// A frame that a server sent over a socket.
public enum RawFrame: Sendable, Equatable {
    case text(String)
    /// With its status code; 0 if there is none.
    case close(UInt16)

    public var json: [String: Any] {
        guard case .text(let text) = self else { return [:] }
        return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
    }

    public var type: String? { json["type"] as? String }
    public var id: String? { json["id"] as? String }
    public var chatId: String? { json["chatId"] as? String }
    public var seq: Int64? { (json["seq"] as? NSNumber)?.int64Value }

    /// The message in an event or an ack.
    public var message: [String: Any] {
        let holder = json["result"] as? [String: Any] ?? json
        return holder["message"] as? [String: Any] ?? [:]
    }

    public var errorCode: String? { (json["error"] as? [String: Any])?["code"] as? String }

    public var closeCode: UInt16? {
        guard case .close(let code) = self else { return nil }
        return code
    }
}
