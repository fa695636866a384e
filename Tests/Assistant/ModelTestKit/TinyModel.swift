public import Embedding

/// A "model" of three small files, for tests of storing and fetching models.
public enum TinyModel {
    public static let contents: [String: [UInt8]] = [
        "vocab.txt": Array("[UNK]\n[CLS]\n[SEP]\nok\n".utf8),
        "tokenizer_config.json": Array("{}".utf8),
        "model.safetensors": (0..<200_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) },
    ]

    public static let manifest = ModelManifest(
        name: "tiny",
        files: [
            .init(
                name: "vocab.txt",
                size: 21,
                sha256: "d634b98c2db68cdc3cf896f62125db316e549256f50dcc28d1bde325475ab297"
            ),
            .init(
                name: "tokenizer_config.json",
                size: 2,
                sha256: "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
            ),
            .init(
                name: "model.safetensors",
                size: 200_000,
                sha256: "b979e17a4e147685e5c2df66ad2d316b7665ddb2896ff60fcab25cea0675b048"
            ),
        ]
    )
}
