import Domain

extension LocalClock {
    /// - Throws: `invalid_request` unless `name` is the IANA name of a time zone.
    package init(checking name: String) throws {
        guard let clock = LocalClock(identifier: name) else {
            throw SpotterError.invalid("'\(name.prefix(64))' is not a time zone; give an IANA name.")
        }
        self = clock
    }

    /// - Returns: the name, which is one of a time zone.
    /// - Throws: as `init(checking:)`.
    package static func checkedIdentifier(_ name: String) throws -> String {
        _ = try LocalClock(checking: name)
        return name
    }
}
