/// Why a tokenizer can't be built from its files. Encoding itself never fails.
public enum TokenizerError: Error, Equatable, CustomStringConvertible {
    case malformedConfiguration
    case vocabularyTooLarge
    case missingToken(String)

    public var description: String {
        switch self {
        case .malformedConfiguration: "tokenizer_config.json is not the JSON of a BERT tokenizer"
        case .vocabularyTooLarge: "vocab.txt is larger than any WordPiece vocabulary"
        case .missingToken(let token): "vocab.txt has no token \(token)"
        }
    }
}
