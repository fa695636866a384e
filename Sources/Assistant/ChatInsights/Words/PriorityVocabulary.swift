package import TextReading

/// The words that make a message urgent, important, or less so.
package enum PriorityVocabulary {
    /// Danger to health, or help that is needed at once.
    package static let dangers = InsightWords.phrases("priority dangers")
    /// What begins a sentence that isn't about now.
    package static let conditions = InsightWords.phrases("priority conditions")
    package static let hurry = InsightWords.phrases("priority hurry")
    /// Pain or an injury that is there now.
    package static let injuries = InsightWords.phrases("priority injuries")
    /// What takes an injury back, or puts it in the past.
    static let recovered = InsightWords.phrases("priority recovered")
    /// Not now.
    static let past = InsightWords.phrases("priority past")
    /// What has a date by which it must be there.
    static let deadlines = InsightWords.phrases("priority deadlines")
    /// Whoever isn't the sender.
    package static let others = InsightWords.phrases("priority others")
    /// Not coming, giving up, complaining, waiting.
    package static let troubles = InsightWords.phrases("priority troubles")
    /// What isn't in a hurry.
    static let calm = InsightWords.phrases("priority calm")
    /// Thanks, greetings, cheers: a short message with one of them, and nothing to do, asks for nothing.
    static let pleasant = InsightWords.words("priority pleasant")
}
