import TextReading

/// Without accents, as the words of a text are compared.
extension ActionVocabulary {
    package static let spanish = ActionVocabulary(
        promises: WordList.patterns("voy a, yo voy a, prometo, te prometo, dejame, deja que, pienso"),
        barePromises: WordList.patterns("te, se lo, te lo, te la, os"),
        duties: WordList.patterns("tengo que, debo, deberia, necesito, me falta, todavia tengo que, recordar"),
        requests: WordList.patterns(
            """
            puedes, podrias, puede, podria, me puedes, me podrias, por favor, no olvides, no te olvides de, no olvide,
            acuerdate de, recuerda, asegurate de, tienes que, debes, necesito que, quiero que, hazme el favor de,
            porfa
            """
        ),
        gerundRequests: WordList.patterns("te importaria, te importa"),
        wholeRequests: WordList.patterns("avisame, recuerdame que"),
        objectRequests: WordList.patterns("no olvides el, no olvides la, no olvides tu"),
        objectDuties: WordList.patterns("te debo"),
        advice: WordList.patterns("deberias, te recomiendo"),
        shared: WordList.patterns("tenemos que, hay que, debemos"),
        somebody: WordList.patterns("alguien tiene que, alguien debe"),
        everybody: WordList.patterns("todos tienen que, todos deben, todos por favor"),
        groupAddresses: WordList.patterns("todos, chicos, equipo"),
        othersPromises: WordList.patterns("va a, prometio, dijo que va a"),
        relatives: WordList.words("mujer marido esposa esposo madre padre hermano hermana hijo hija jefe novia novio"),
        tasks: WordList.words(
            """
            envia enviame enviarme enviar manda mandame mandarme mandar pasa pasame pasar pago pagar paga compra comprar
            compro trae traer traigo traeme graba grabate grabame grabar reserva reservar reservo llama llamame llamar
            llamo mando envio paso escribe escribeme escribir escribo apunta apuntar anota anotar mide mira mirar revisa
            revisar rellena rellenar firma firmar confirma confirmar confirmo lleva llevar llevo sube subir subo avisa
            avisame avisar aviso pide pedir pido cambia cambiar cambio mueve mover cancela cancelar dime cuentame
            pesate prepara preparar preparo busca buscar busco recoge recoger recojo imprime imprimir descarga prueba
            """
        ),
        orders: WordList.words(
            """
            envia enviame manda mandame pasame trae traeme grabate grabame reserva llamame escribeme apunta anota rellena firma
            confirma lleva avisame pide dime cuentame pesate recoge imprime descarga
            """
        ),
        abilities: [],
        states: WordList.words(
            "ser estar ver dormir ir quedar morir llorar tener saber creer pensar sentir llegar venir decir"
        ),
        wonder: WordList.words("creer creerlo imaginar oir ver"),
        reports: WordList.patterns("avisame, dime, cuentame"),
        adverbs: WordList.words("ya tambien luego ahora por favor porfa hoy manana"),
        openings: WordList.words("y pero entonces ok vale bueno si hola claro perfecto gracias oye pues"),
        negations: WordList.words("no nunca"),
        pleasantries: WordList.patterns("cuidate, pasa buen, pasalo bien"),
        doubts: WordList.words("si quiza quizas tal"),
        politeDoubts: PhraseSet("si puedes, si tienes")
    )
}
