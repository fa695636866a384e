import TextReading

/// Words that announce what somebody else wrote, and orders that only concern a text. Without accents, as words are compared.
enum PastedTextVocabulary {
    /// Before a colon: what follows are others' words. "Messages:", "Tom wrote:"
    static let headings = WordList.words(
        """
        message messages conversation chat transcript thread log email emails mail text texts note notes quote wrote writes
        written said says sent replied answered posted below following
        mensaje mensajes conversacion correo texto textos nota escribio dijo dice envio
        nachricht nachrichten unterhaltung gesprach verlauf schrieb schreibt sagte sagt
        discussion conversation courriel texte textes ecrit disait
        mensagem mensagens conversa e-mail escreveu disse diz enviou
        meddelande meddelanden konversation mejl skrev sade sager
        """
    )

    /// Orders to do something with a text, besides those that `RequestMood` takes for reading: "extract", "rewrite".
    static let textOrders = WordList.words(
        """
        suggest extract rewrite rephrase reword correct proofread improve classify translate summarise summarize
        tl tldr recap condense paraphrase simplify polish
        sugiere extrae traduce corrige resume resumir vorschlagen extrahiere ubersetze korrigiere zusammenfassen
        suggere extrais traduis corrige resumer sugere extrai traduz corrige resuma foresla oversatt ratta sammanfatta
        """
    )

    /// Words of somebody who speaks of themselves or to somebody, as in a line of a chat.
    static let speaking = WordList.words(
        """
        i i'm i'll i've me my we our us you your you're
        yo me mi mis nos tu te ich mir mich mein meine wir uns du dich dein je j'ai moi mon ma mes nous tu toi vous
        eu me meu minha nos voce jag mig min mitt vi oss du dig din
        """
    )
}
