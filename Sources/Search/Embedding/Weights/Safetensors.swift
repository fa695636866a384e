/// An open safetensors file.
final class Safetensors: Sendable {
    private let file: MappedFile
    private let header: SafetensorsHeader

    init(path: String) throws(WeightsError) {
        do {
            file = try MappedFile(path: path)
        } catch {
            throw .unreadable(error)
        }
        header = try SafetensorsHeader(file: file.bytes)
    }

    /// The bytes of a float32 tensor of exactly this shape. They are valid as long as this object, and may be unaligned.
    func floats(named name: String, shape: [Int]) throws(WeightsError) -> UnsafeRawBufferPointer {
        guard let tensor = header.tensors[name] else { throw .missingTensor(name) }
        guard tensor.type == "F32" else { throw .unsupportedType(tensor: name, type: tensor.type) }
        guard tensor.shape == shape else {
            throw .unexpectedShape(tensor: name, found: tensor.shape, expected: shape)
        }
        return UnsafeRawBufferPointer(rebasing: file.bytes[tensor.range])
    }

    /// A copy of a float32 tensor in aligned memory.
    func copy(named name: String, shape: [Int]) throws(WeightsError) -> FloatBuffer {
        let bytes = try floats(named: name, shape: shape)
        let buffer = FloatBuffer(count: bytes.count / MemoryLayout<Float>.stride)
        buffer.bytes.copyMemory(from: bytes)
        return buffer
    }
}
