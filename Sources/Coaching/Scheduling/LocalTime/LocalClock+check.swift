import Domain

extension LocalClock {
    /// The name of a time zone that somebody gave, after the check that there is one.
    /// - Throws: `invalid_request` unless it's an IANA name.
    package static func checkedIdentifier(_ name: String) throws -> String {
        guard LocalClock(identifier: name) != nil else {
            throw SpotterError.invalid("'\(name.prefix(64))' is not a time zone; give an IANA name.")
        }
        return name
    }
}
