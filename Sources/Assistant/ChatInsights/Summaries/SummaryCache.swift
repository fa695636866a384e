package import Domain
package import LanguageModels

/// What models wrote lately, by all that they were asked: a message that is new, edited or gone makes another prompt.
///
/// It is kept in memory only, so that no erased words stay on the disk.
package typealias SummaryCache = BoundedCache<SummaryKey, String>

package struct SummaryKey: Hashable, Sendable {
    package let model: String
    package let owner: UserID
    package let prompt: [ModelMessage]
}
