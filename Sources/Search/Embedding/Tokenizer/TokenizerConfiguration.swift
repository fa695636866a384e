public import Foundation

/// What `tokenizer_config.json` of a BERT model says about cleaning and special tokens.
public struct TokenizerConfiguration: Sendable, Equatable {
    public var lowercases: Bool
    /// Removes combining accents. If the file doesn't say, the same as `lowercases`.
    public var stripsAccents: Bool
    public var spacesCJK: Bool
    public var unknown: String
    public var classification: String
    public var separator: String
    public var padding: String
    public var mask: String

    /// BERT's uncased defaults.
    public init() {
        lowercases = true
        stripsAccents = true
        spacesCJK = true
        unknown = "[UNK]"
        classification = "[CLS]"
        separator = "[SEP]"
        padding = "[PAD]"
        mask = "[MASK]"
    }

    /// Reads the JSON file's content; absent keys keep BERT's defaults.
    public init(json: Data) throws(TokenizerError) {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: json)
        } catch {
            throw .malformedConfiguration
        }
        self.init()
        lowercases = file.do_lower_case ?? lowercases
        stripsAccents = file.strip_accents ?? lowercases
        spacesCJK = file.tokenize_chinese_chars ?? spacesCJK
        unknown = file.unk_token ?? unknown
        classification = file.cls_token ?? classification
        separator = file.sep_token ?? separator
        padding = file.pad_token ?? padding
        mask = file.mask_token ?? mask
    }

    /// The file's own keys.
    private struct File: Decodable {
        var do_lower_case: Bool?
        var strip_accents: Bool?
        var tokenize_chinese_chars: Bool?
        var unk_token: String?
        var cls_token: String?
        var sep_token: String?
        var pad_token: String?
        var mask_token: String?
    }
}
