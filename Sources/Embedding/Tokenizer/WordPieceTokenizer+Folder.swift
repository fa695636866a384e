public import Foundation

extension WordPieceTokenizer {
    /// Reads `vocab.txt` and `tokenizer_config.json` of a model's folder.
    public init(folder: URL, maximumLength: Int = 256) throws {
        let vocabulary = try Vocabulary(text: Data(contentsOf: folder.appending(path: "vocab.txt")))
        let configuration = try TokenizerConfiguration(
            json: Data(contentsOf: folder.appending(path: "tokenizer_config.json"))
        )
        try self.init(vocabulary: vocabulary, configuration: configuration, maximumLength: maximumLength)
    }
}
