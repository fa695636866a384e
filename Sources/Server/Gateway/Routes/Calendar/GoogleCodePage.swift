import HTTPTypes
import Hummingbird
import NIOCore

/// The page to which Google leads a browser: it shows the code, and does nothing with it.
struct GoogleCodePage {
    static let path = "/calendar/google"

    private let code: String?
    private let isRefused: Bool

    init(_ request: Request) {
        let query = request.uri.queryParameters
        // As Google writes them; nothing else gets into the page.
        code = query["code"].map { String($0) }.flatMap {
            $0.wholeMatch(of: /[A-Za-z0-9\/_.~\-]{1,500}/) != nil ? $0 : nil
        }
        isRefused = query["error"] != nil
    }

    var response: Response {
        let (title, text) =
            if let code, !isRefused {
                ("Google has agreed", "Take this code back to where you began:</p><p><code>\(code)</code>")
            } else if isRefused {
                ("Google has not agreed", "Nothing was connected. Begin again if you want to allow it.")
            } else {
                ("This isn't the whole address", "Begin again where you came from.")
            }
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <title>Spotter: \(title)</title><h1>\(title)</h1><p>\(text)</p></html>
            """
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8",
            .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ]
        // The address holds the code.
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
        return Response(
            status: code == nil || isRefused ? .badRequest : .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: page))
        )
    }
}
