public import FileIO

/// Why a weights file can't be used.
public enum WeightsError: Error, Equatable, CustomStringConvertible {
    case unreadable(UnreadableFile)
    case malformed(String)
    case missingTensor(String)
    case unexpectedShape(tensor: String, found: [Int], expected: [Int])
    case unsupportedType(tensor: String, type: String)

    public var description: String {
        switch self {
        case .unreadable(let file): file.description
        case .malformed(let reason): "not a safetensors file: \(reason)"
        case .missingTensor(let name): "the weights have no tensor \(name)"
        case .unexpectedShape(let tensor, let found, let expected):
            "tensor \(tensor) has the shape \(found) where \(expected) is expected"
        case .unsupportedType(let tensor, let type): "tensor \(tensor) has the type \(type) where F32 is expected"
        }
    }
}
