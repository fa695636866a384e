import Domain
import Foundation
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
    /// The share of the topical words that anybody used.
    package var known = 0.0
    /// 1 if the question names people.
    package var named = 0.0
    /// 1 if the question asks who.
    package var who = 0.0
    /// The decimal logarithm of the number of messages that were searched.
    package var searched = 0.0
    /// 1 if nothing was said in the period that the question names.
    package var outside = 0.0

    init(of evidence: [Evidence], in found: FoundContext, for topic: Topic) {
        guard let best = evidence.first else { return }
        cosine = best.hit.cosine ?? best.hit.evidence
        second = best.hit.secondCosine.map { max(0, $0 - RankingOptions().secondCentre) } ?? 0
        hasSecond = best.hit.secondCosine == nil ? 0 : 1
        context = best.hit.parts.context
        words = best.hit.parts.words
        known = found.knownShare
        named = found.understanding.people.isEmpty ? 0 : 1
        who = topic.asksWho ? 1 : 0
        searched = log10(Double(max(10, found.searched)))
        outside = found.isPeriodEmpty ? 1 : 0
    }
}
