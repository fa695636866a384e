/// Words that announce what somebody else wrote, and orders that only concern a text.
enum PastedTextVocabulary {
    /// Before a colon: what follows are others' words. "Messages:", "Tom wrote:"
    static let headings = TurnWords.words("pasted heading")

    /// Orders to do something with a text, besides those that `RequestMood` takes for reading: "extract", "rewrite".
    static let textOrders = TurnWords.words("pasted order")

    /// Words of somebody who speaks of themselves or to somebody, as in a line of a chat.
    static let speaking = TurnWords.words("pasted speaking")
}
