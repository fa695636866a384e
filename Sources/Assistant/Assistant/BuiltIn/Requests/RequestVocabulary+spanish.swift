extension RequestVocabulary {
    /// Without accents, as words are compared.
    static let spanish = RequestVocabulary(
        locale: "es",
        verbs: [
            .remind: [
                "recuerdame", "recordarme", "recuerdanos", "ponme un recordatorio", "pon un recordatorio",
                "crea un recordatorio", "anade un recordatorio", "un recordatorio", "avisame", "no me dejes olvidar",
            ],
            .reschedule: [
                "mueve", "mover", "cambia", "cambiar", "pasa", "pasar", "aplaza", "aplazar", "pospon", "posponer",
                "adelanta", "adelantar", "retrasa", "retrasar", "reprograma", "reprogramar",
            ],
            .cancel: ["cancela", "cancelar", "anula", "anular", "elimina", "eliminar", "borra", "borrar", "quita"],
            .message: [
                "dile", "diles", "decirle", "decir", "avisa", "avisar", "escribe", "escribele", "escribir", "envia",
                "enviale", "enviar", "manda", "mandale", "mandar", "pregunta", "preguntale", "preguntar", "informa",
                "comunica", "responde",
            ],
            .schedule: [
                "programa", "programar", "agenda", "agendar", "reserva", "reservar", "planifica", "planificar",
                "organiza", "organizar", "apunta", "apuntar", "pon", "poner",
            ],
        ],
        politeness: [
            "por favor", "puedes", "podrias", "hola", "oye", "tambien", "y", "luego", "despues", "quiero que",
            "necesito que",
        ],
        wishes: ["quiero", "quisiera", "necesito", "me gustaria", "tengo que", "hay que", "debo"],
        training: ["sesion", "sesiones", "entrenamiento", "entrenamientos", "entreno", "clase", "clases"],
        call: ["llamada", "llamadas", "videollamada", "reunion", "reuniones", "consulta"],
        otherEvents: ["cita", "citas", "evento", "eventos"],
        pluralEvents: ["sesiones", "citas", "llamadas"],
        calendars: ["calendario"],
        and: ["y", "e"],
        or: ["o", "u"],
        with: ["con"],
        to: ["al", "hasta", "para"],
        fillers: [
            "el", "la", "los", "las", "un", "una", "mi", "mis", "de", "del", "al", "con", "para", "en", "por", "favor",
            "todo", "todos", "todas", "toda", "le", "su", "proxima", "proximo",
        ],
        articles: ["un", "una", "el", "la", "mi"],
        courtesies: ["por favor", "gracias", "si puedes", "si es posible", "solo", "ya", "rapido"],
        personPronouns: ["ella", "ellos"],
        eventPronouns: ["eso"],
        everybody: ["todos mis clientes", "a todos mis clientes", "todos los clientes", "mis clientes"],
        everything: ["todo", "todos", "todas", "toda"],
        that: ["que"],
        whether: ["si"],
        corrections: ["no espera", "espera", "perdon", "mejor", "mejor dicho", "no perdon", "digo"],
        questionWords: ["cuando", "cual", "quien", "por que", "como", "donde"],
        confirmations: ["si", "si por favor", "vale", "claro", "confirma", "hazlo", "adelante"],
        addressed: [
            "puede": "puedes", "viene": "vienes", "quiere": "quieres", "tiene": "tienes", "esta": "estás", "va": "vas",
            "necesita": "necesitas", "prefiere": "prefieres", "come": "comes", "duerme": "duermes",
        ]
    )
}
