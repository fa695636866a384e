import Foundation

extension ModelImage {
    var base64: String { Data(bytes).base64EncodedString() }
    var dataURL: String { "data:\(mimeType);base64,\(base64)" }
}
