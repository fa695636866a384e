/// Where an embeddings server departs from OpenAI's own.
struct EmbeddingsDialect: OptionSet, Sendable {
    let rawValue: Int

    /// Refuses vectors as base64, which are a quarter of the bytes.
    static let noBase64 = EmbeddingsDialect(rawValue: 1)
    /// Has to be asked for the vectors' length. Only if its own length isn't the wanted one: many servers don't know the
    /// field.
    static let needsDimensions = EmbeddingsDialect(rawValue: 2)
}
