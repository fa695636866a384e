/// On whose behalf passwords are hashed, for turns between callers.
public struct PasswordCaller: Sendable, Hashable {
    /// The most that may wait of one caller, in each lane.
    static let maxWaiting = 4

    /// What tells callers apart: their network's address.
    let key: [UInt8]
    /// Whether few of its passwords may wait at once. Many people may be behind this machine's own address.
    let isBounded: Bool

    public init(key: [UInt8], isBounded: Bool) {
        self.key = key
        self.isBounded = isBounded
    }

    /// The caller of the current task; `nil` within the server itself.
    @TaskLocal public static var current: PasswordCaller?
}
