public import SpotterAPI
import Synchronization

/// What the last verification of the audit log found, for whoever watches the server.
public final class AuditStatus: Sendable {
    private let state = Mutex<AuditVerification?>(nil)

    init() {}

    /// `nil` until the first verification has ended.
    public var last: AuditVerification? { state.withLock { $0 } }

    /// Whether a verification has found a fault.
    public var isBroken: Bool { last?.isIntact == false }

    func record(_ verification: AuditVerification) { state.withLock { $0 = verification } }
}
