import SpotterAPI
import TextReading

/// What a message is about, by its words: for grouping, not for answering.
enum MessageTopic {
    static func topic(of spoken: SpokenText) -> ReminderSuggestion.Topic {
        let words = Set(spoken.words.map(\.word))
        let counted = topics.map { topic in (topic.0, count: words.intersection(topic.1).count) }
        // Of equally likely ones, the first in the list.
        let best = counted.reduce(into: (ReminderSuggestion.Topic.other, count: 0)) { best, next in
            if next.count > best.count { best = next }
        }
        return best.0
    }

    /// Of equally likely ones, the first counts.
    private static let topics: [(ReminderSuggestion.Topic, Set<String>)] = [
        (.health, InsightWords.words("topic health")),
        (.payment, InsightWords.words("topic payment")),
        (.documents, InsightWords.words("topic documents")),
        (.nutrition, InsightWords.words("topic nutrition")),
        (.equipment, InsightWords.words("topic equipment")),
        (.travel, InsightWords.words("topic travel")),
        (.scheduling, InsightWords.words("topic scheduling")),
        (.training, InsightWords.words("topic training")),
    ]
}
