import Foundation

/// The address of a route in OpenAI's manner, from what people write into a configuration.
enum OpenAIEndpoint {
    /// `https://host/v1`, with or without a slash at the end or the route. An address without any path gets `/v1`. A
    /// query is kept: some servers want their version there.
    static func url(
        base: String,
        route: String = "/chat/completions",
        of model: String = "language model"
    ) throws(ModelError) -> String {
        let trimmed = base.trimmingCharacters(in: .whitespacesAndNewlines)
        guard var parts = URLComponents(string: trimmed), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), parts.host?.isEmpty == false
        else {
            throw ModelError(.rejected, "The \(model)'s address must look like https://host/v1.")
        }
        guard parts.user == nil, parts.password == nil else {
            throw ModelError(.rejected, "Give the \(model)'s key as its API key, not as part of its address.")
        }
        var path = parts.path
        while path.hasSuffix("/") { path.removeLast() }
        if path.isEmpty { path = "/v1" }
        parts.path = path.hasSuffix(route) ? path : path + route
        parts.fragment = nil
        guard let url = parts.string else {
            throw ModelError(
                .rejected,
                "The \(model)'s address can't be read. It should look like https://host/v1."
            )
        }
        return url
    }
}
