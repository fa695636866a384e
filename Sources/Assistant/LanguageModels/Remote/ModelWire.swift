import Domain
import OpenAIClient

/// One provider's protocol: how a request is written and how its answer is read.
protocol ModelWire: Sendable {
    /// Where servers depart from the protocol in what they accept.
    associatedtype Dialect: OptionSet & Sendable
    associatedtype Assembler: AnswerAssembler

    init(model: String)

    /// The route, and what its address needs.
    func endpoint(base: String, apiKey: Secret?) throws(ModelError) -> OpenAIEndpoint

    func body(_ request: ModelRequest, dialect: Dialect) -> JSONValue

    /// - Parameter makeCallId: makes an id for the call at a position, for servers that send none.
    func assembler(maxCalls: Int, makeCallId: @escaping (Int) -> String) -> Assembler

    /// The departure that a refusal shows by naming what the server doesn't accept. Empty if it names nothing that can be
    /// changed.
    func departures(status: Int, body: String) -> Dialect
}
