/// What the schema of a database has that no migration makes, and what it lacks.
///
/// A trigger or a view that somebody put into the file would act within the server's own statements.
///
/// ```swift
/// func report(_ found: SchemaDifferences) { for line in found.lines { print(line) } }
/// ```
public struct SchemaDifferences: Sendable, Hashable {
    /// Objects that no migration makes, as `trigger promote on sessions`.
    public let foreign: [String]
    /// Objects that a migration makes in another form.
    public let changed: [String]
    /// Objects that a migration has made and that are gone.
    public let missing: [String]

    package init(foreign: [String], changed: [String], missing: [String]) {
        (self.foreign, self.changed, self.missing) = (foreign, changed, missing)
    }

    public var isEmpty: Bool { foreign.isEmpty && changed.isEmpty && missing.isEmpty }

    /// One line for each difference.
    public var lines: [String] {
        foreign.map { "\($0) isn't Spotter's" } + changed.map { "\($0) was changed" }
            + missing.map { "\($0) is missing" }
    }
}
