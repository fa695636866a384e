import Domain
import Foundation
import Messaging
import Retrieval
import SpotterAPI

/// What is known about how well the best evidence answers a question. `spotter bench answers --signals` prints them.
package struct AnswerSignals: Sendable, Codable, Hashable {
    /// The best evidence's own cosine; without vectors, its share of the words.
    package var cosine = 0.0
    /// How far its cosine by the second model stands above that of unrelated texts, at least 0; 0 without that model.
    package var second = 0.0
    /// 1 if the second model took part.
    package var hasSecond = 0.0
    /// Its cosine together with a neighbour.
    package var context = 0.0
    /// Its share of the question's words, rare ones counting more.
    package var words = 0.0
    /// Its hybrid score.
    package var score = 0.0
    /// How far the best score stands above the tenth.
    package var lead = 0.0
    /// The share of the topical words that anybody used.
    package var known = 0.0
    /// 1 if the question names people.
    package var named = 0.0
    /// 1 if the question asks who.
    package var who = 0.0
    /// The decimal logarithm of the number of messages that were searched.
    package var searched = 0.0
    /// The number of topical words, at most 6.
    package var length = 0.0
    /// 1 if it has the number or the time that was asked for, or nothing of the kind was.
    package var fit = 0.0
    /// 1 if the best evidence is the asker's own statement.
    package var own = 0.0
    /// 1 if nothing was said in the period that the question names.
    package var outside = 0.0

    package init() {}

    init(of evidence: [Evidence], in found: FoundContext, for topic: Topic, _ selection: EvidenceSelection) {
        guard let best = evidence.first else { return }
        cosine = best.hit.cosine ?? best.hit.evidence
        second = best.hit.secondCosine.map { max(0, $0 - 0.79) } ?? 0
        hasSecond = best.hit.secondCosine == nil ? 0 : 1
        context = best.hit.parts.context
        words = best.hit.parts.words
        score = best.hit.score
        lead = best.hit.score - (found.hits.prefix(10).last?.score ?? 0)
        known = found.knownShare
        named = found.understanding.people.isEmpty ? 0 : 1
        who = topic.asksWho ? 1 : 0
        searched = log10(Double(max(10, found.searched)))
        length = Double(min(6, topic.stems.count))
        fit = best.messages.contains { topic.isFit($0.text, times: selection.namesTime) } ? 1 : 0
        own = best.statement.senderId == selection.asker ? 1 : 0
        outside = found.isPeriodEmpty ? 1 : 0
    }
}
