import Domain
import LanguageModels

/// What models wrote lately, by all that they were asked: a message that is new, edited or gone makes another prompt.
///
/// It is kept in memory only, so that no erased words stay on the disk.
typealias SummaryCache = BoundedCache<SummaryKey, String>

struct SummaryKey: Hashable, Sendable {
    let model: String
    let owner: UserID
    let prompt: [ModelMessage]
}
