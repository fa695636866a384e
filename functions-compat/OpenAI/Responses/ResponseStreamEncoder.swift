import Assistant
import Domain
import SpotterAPI

/// Writes an answer as the events of a response.
///
/// The events and their numbers follow from the answer alone, however its text came: it is cut into pieces of one length.
/// So a client that lost its connection gets what it missed, also when the answer has long been finished.
struct ResponseStreamEncoder: AnswerEncoder {
    /// In Unicode scalars.
    static let pieceLength = 24

    struct Ending: Sendable {
        var calls: [ToolExchange.Call] = []
        var isStopped = false
    }

    let object: ResponseObject
    /// Events up to this number are left out.
    let startingAfter: Int
    /// How the answer ended, asked when it has.
    let ending: @Sendable () -> Ending

    private var number = 0
    private var text = ""
    /// Of the text, what hasn't been sent.
    private var rest: [Unicode.Scalar] = []
    private var hasMessage = false
    private var output = ""

    init(_ object: ResponseObject, startingAfter: Int = -1, ending: @escaping @Sendable () -> Ending) {
        self.object = object
        self.startingAfter = startingAfter
        self.ending = ending
    }

    var pause: String { ": keep-alive\n\n" }

    mutating func encode(_ event: AssistantEvent) -> String {
        output = ""
        switch event {
        case .started:
            send("response.created", ["response": object.begun])
            send("response.in_progress", ["response": object.begun])
        case .textDelta(let delta): add(delta)
        case .completed(let answer): complete(answer)
        case .failed(let error): fail(error)
        case .retrieved, .thinkingDelta, .webSearch, .lookup, .proposal, .needs, .usage: break
        }
        return output
    }

    private mutating func send(_ type: String, _ fields: [String: JSONValue]) {
        defer { number += 1 }
        guard number > startingAfter else { return }
        let data = fields.merging(["type": .string(type), "sequence_number": .integer(number)]) { $1 }
        output += "event: \(type)\ndata: \(JSONValue.object(data).text)\n\n"
    }

    // MARK: Text

    private var place: [String: JSONValue] {
        ["item_id": .string(object.messageId), "output_index": 0, "content_index": 0]
    }

    private mutating func openMessage() {
        guard !hasMessage else { return }
        hasMessage = true
        send("response.output_item.added", ["output_index": 0, "item": object.message([], status: "in_progress")])
        send("response.content_part.added", place.merging(["part": ResponseObject.part("", [])]) { $1 })
    }

    private mutating func add(_ delta: String) {
        text += delta
        rest += delta.unicodeScalars
        while rest.count >= Self.pieceLength { sendPiece(Self.pieceLength) }
    }

    private mutating func sendPiece(_ length: Int) {
        openMessage()
        var piece = String.UnicodeScalarView()
        piece.append(contentsOf: rest.prefix(length))
        rest.removeFirst(min(length, rest.count))
        send(
            "response.output_text.delta",
            place.merging(["delta": .string(String(piece)), "logprobs": []]) { $1 }
        )
    }

    /// Ends the text, if there is any.
    private mutating func closeMessage(_ annotations: [JSONValue], status: String) {
        if !rest.isEmpty { sendPiece(rest.count) }
        guard hasMessage else { return }
        for (index, annotation) in annotations.enumerated() {
            send(
                "response.output_text.annotation.added",
                place.merging(["annotation_index": .integer(index), "annotation": annotation]) { $1 }
            )
        }
        let part = ResponseObject.part(text, annotations)
        send("response.output_text.done", place.merging(["text": .string(text), "logprobs": []]) { $1 })
        send("response.content_part.done", place.merging(["part": part]) { $1 })
        send("response.output_item.done", ["output_index": 0, "item": object.message([part], status: status)])
    }

    // MARK: Endings

    private mutating func complete(_ answer: AssistantAnswer) {
        let ending = ending()
        add(AnswerText.ending(of: answer))
        if ending.calls.isEmpty { openMessage() }
        closeMessage(object.annotations(answer), status: "completed")
        for (position, call) in ending.calls.enumerated() { send(call, at: position) }
        let response = object.json(answer, calls: ending.calls, isStopped: ending.isStopped)
        send(ending.isStopped ? "response.incomplete" : "response.completed", ["response": response])
    }

    private mutating func send(_ call: ToolExchange.Call, at position: Int) {
        let index = JSONValue.integer(position + (hasMessage ? 1 : 0))
        let place: [String: JSONValue] = ["item_id": .string(object.callId(at: position)), "output_index": index]
        send(
            "response.output_item.added",
            ["output_index": index, "item": object.call(call, at: position, isBegun: true)]
        )
        send(
            "response.function_call_arguments.delta",
            place.merging(["delta": .string(call.arguments)]) { $1 }
        )
        send(
            "response.function_call_arguments.done",
            place.merging(["arguments": .string(call.arguments), "name": .string(call.name)]) { $1 }
        )
        send("response.output_item.done", ["output_index": index, "item": object.call(call, at: position)])
    }

    private mutating func fail(_ error: SpotterError) {
        closeMessage([], status: "incomplete")
        var partial: AssistantAnswer?
        if !text.isEmpty {
            // Only the text of it is used.
            partial = AssistantAnswer(
                conversationId: ConversationID(high: 0, low: 0),
                messageId: object.turn,
                text: text,
                model: object.model
            )
        }
        send("response.failed", ["response": object.json(failed: error, partial)])
    }
}
