import CEncoderKernels

/// A file with an encoder's weights, under the tensor names of the `transformers` library.
protocol TensorSource: AnyObject, Sendable {
    /// A copy of a tensor of exactly this shape in aligned memory.
    func copy(named name: String, shape: [Int]) throws(WeightsError) -> FloatBuffer

    /// The embeddings of the vocabulary.
    func words(_ shape: MiniLMShape) throws(WeightsError) -> WordTable
}

/// The embeddings of a vocabulary. They stay in the mapped file, since a batch reads only a few of its rows.
struct WordTable: @unchecked Sendable {
    // Unchecked: the memory is mapped read-only for as long as `file` lives.
    let rows: UnsafeRawBufferPointer
    let count: Int
    let width: Int
    /// Blocks of 4-bit weights, instead of floats.
    let isFourBit: Bool
    let file: any TensorSource

    /// Writes the embedding of a word, which must be in the vocabulary, to `row` (`width` floats).
    func copy(_ id: Int32, to row: UnsafeMutablePointer<Float>) {
        precondition(id >= 0 && id < count, "token id outside the vocabulary")
        let size = rows.count / count
        let source = UnsafeRawBufferPointer(rebasing: rows[Int(id) * size..<(Int(id) + 1) * size])
        guard let base = source.baseAddress else { return }
        if isFourBit {
            ek_unpack4(base, width / FourBitFile.blockSize, row)
        } else {
            UnsafeMutableRawBufferPointer(start: row, count: size).copyMemory(from: source)
        }
    }
}

extension Safetensors: TensorSource {
    func words(_ shape: MiniLMShape) throws(WeightsError) -> WordTable {
        let rows = try floats(named: "embeddings.word_embeddings.weight", shape: [shape.vocabulary, shape.hidden])
        return WordTable(rows: rows, count: shape.vocabulary, width: shape.hidden, isFourBit: false, file: self)
    }
}
