/// A time expression inside a longer text.
public struct TimeMatch: Sendable, Equatable {
    /// Where it stands in the searched text, with the preposition that belongs to it ("on Friday at 3pm"):
    /// what is left after cutting it out reads on.
    public var range: Range<String.Index>
    public var reading: TimeReading

    public init(range: Range<String.Index>, reading: TimeReading) {
        self.range = range
        self.reading = reading
    }
}
