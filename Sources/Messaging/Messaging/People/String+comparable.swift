import Foundation

extension String {
    /// Without case, accents and width, so that names and words can be compared.
    package var comparable: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
