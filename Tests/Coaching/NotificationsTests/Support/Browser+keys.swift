import NotificationsTestKit

@testable import Notifications

extension Browser {
    var keys: WebPushKeys? { WebPushKeys(point: point, auth: auth) }
}

extension WebPushEncryption {
    /// The size that every push service must accept (RFC 8030 §7.2), less header, tag and delimiter.
    static let maxPlaintextBytes = 4096 - 86 - 16 - 1
}
