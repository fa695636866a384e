/// The embedder can't work at the moment, whatever the texts: its service can't be reached, is overloaded, or refuses
/// this server. Trying again later may help; trying other texts doesn't.
public struct EmbedderUnavailable: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
