public import Domain

/// `GET /v1/admin/audit`: whether the audit log is as the server wrote it.
///
/// ```swift
/// func words(_ found: AuditVerification) -> String { found.reason.map { "broken: \($0)" } ?? "intact" }
/// ```
public struct AuditVerification: APIValue, Hashable {
    /// The number of valid entries, up to the first wrong one.
    public let entries: Int
    /// The number of entries whose words were erased. Their hashes are still verified.
    public let erased: Int
    /// The position of the first wrong or missing entry; `null` if the log is intact.
    @Nullable public var brokenAt: Int64?
    /// What is wrong there, in words.
    @Nullable public var reason: String?

    public var isIntact: Bool { brokenAt == nil }

    public init(entries: Int, erased: Int, brokenAt: Int64? = nil, reason: String? = nil) {
        self.entries = entries
        self.erased = erased
        self.brokenAt = brokenAt
        self.reason = reason
    }

    public static var example: AuditVerification {
        AuditVerification(entries: 41, erased: 3, brokenAt: 42, reason: "the entry was changed")
    }
}
