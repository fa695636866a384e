import Domain
import Foundation

/// What of a filter has a meaning here. Its id holds it, so that none is stored.
struct SyncFilter: Sendable, Equatable {
    static let defaultLimit = 20
    static let maxLimit = 100

    /// Changes of a room at once.
    var timelineLimit = defaultLimit

    /// Everything else that a filter may say narrows what a client is sent, and is left unheard.
    init(_ json: JSONValue) {
        if let limit = json["room"]?["timeline"]?["limit"]?.int {
            timelineLimit = min(max(limit, 1), Self.maxLimit)
        }
    }

    init() {}

    var id: String { "f\(timelineLimit)" }

    var json: JSONValue { ["room": ["timeline": ["limit": .integer(timelineLimit)]]] }

    /// - Parameter text: an id, or a filter as JSON.
    init?(_ text: String) {
        if text.hasPrefix("{") {
            guard let json = JSONValue.parse(text, maxBytes: 16 << 10, maxDepth: 16) else { return nil }
            self.init(json)
        } else {
            guard text.first == "f", let limit = Int(text.dropFirst()), (1...Self.maxLimit).contains(limit) else {
                return nil
            }
            self.init()
            timelineLimit = limit
        }
    }
}
