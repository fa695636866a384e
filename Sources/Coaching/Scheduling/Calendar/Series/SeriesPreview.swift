package import Domain

/// The events that a series would have, as far as they are made ahead.
package struct SeriesPreview: Sendable {
    /// In order; at least one.
    package let starts: [Timestamp]
    /// Those at which something else is, with its title.
    package let taken: [(start: Timestamp, title: String)]
    /// Whether more are made as time goes on.
    package let goesOn: Bool

    /// The starts that aren't taken.
    package var free: [Timestamp] {
        let taken = Set(taken.map(\.start))
        return starts.filter { !taken.contains($0) }
    }
}
