import Messaging
import Retrieval
package import SpotterAPI

extension VisibleMessage {
    /// - Parameter quote: a verbatim part of the message.
    package func citation(quoting quote: String) -> Citation {
        Citation(
            messageId: id,
            chatId: chatId,
            clientMessageId: clientMessageId,
            senderName: senderName,
            sentAt: sentAt,
            quote: quote,
            transcript: isTranscript ? true : nil
        )
    }

    package var citation: Citation { citation(quoting: Quote.best(of: text, for: [])) }
}

extension KnownPerson {
    var option: Needs.Option { Needs.Option(id: idText, title: name, subtitle: subtitle) }
}
