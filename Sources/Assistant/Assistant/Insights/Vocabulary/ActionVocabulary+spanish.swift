/// Without accents, as the words of a text are compared.
extension ActionVocabulary {
    static let spanish = ActionVocabulary(
        promises: patterns("voy a, yo voy a, prometo, te prometo, dejame, deja que, pienso"),
        barePromises: patterns("te, se lo, te lo, te la, os"),
        duties: patterns("tengo que, debo, deberia, necesito, me falta, todavia tengo que, recordar"),
        requests: patterns(
            """
            puedes, podrias, puede, podria, me puedes, me podrias, por favor, no olvides, no te olvides de, no olvide,
            acuerdate de, recuerda, asegurate de, tienes que, debes, necesito que, quiero que, hazme el favor de,
            porfa
            """
        ),
        gerundRequests: patterns("te importaria, te importa"),
        wholeRequests: patterns("avisame, recuerdame que"),
        objectRequests: patterns("no olvides el, no olvides la, no olvides tu"),
        objectDuties: patterns("te debo"),
        advice: patterns("deberias, te recomiendo"),
        shared: patterns("tenemos que, hay que, debemos"),
        somebody: patterns("alguien tiene que, alguien debe"),
        everybody: patterns("todos tienen que, todos deben, todos por favor"),
        groupAddresses: patterns("todos, chicos, equipo"),
        othersPromises: patterns("va a, prometio, dijo que va a"),
        relatives: words("mujer marido esposa esposo madre padre hermano hermana hijo hija jefe novia novio"),
        tasks: words(
            """
            envia enviame enviarme enviar manda mandame mandarme mandar pasa pasame pasar pago pagar paga compra comprar
            compro trae traer traigo traeme graba grabate grabame grabar reserva reservar reservo llama llamame llamar
            llamo mando envio paso escribe escribeme escribir escribo apunta apuntar anota anotar mide mira mirar revisa
            revisar rellena rellenar firma firmar confirma confirmar confirmo lleva llevar llevo sube subir subo avisa
            avisame avisar aviso pide pedir pido cambia cambiar cambio mueve mover cancela cancelar dime cuentame
            pesate prepara preparar preparo busca buscar busco recoge recoger recojo imprime imprimir descarga prueba
            """
        ),
        orders: words(
            """
            envia enviame manda mandame pasame trae traeme grabate grabame reserva llamame escribeme apunta anota rellena firma
            confirma lleva avisame pide dime cuentame pesate recoge imprime descarga
            """
        ),
        abilities: [],
        states: words("ser estar ver dormir ir quedar morir llorar tener saber creer pensar sentir llegar venir decir"),
        wonder: words("creer creerlo imaginar oir ver"),
        reports: patterns("avisame, dime, cuentame"),
        adverbs: words("ya tambien luego ahora por favor porfa hoy manana"),
        openings: words("y pero entonces ok vale bueno si hola claro perfecto gracias oye pues"),
        negations: words("no nunca"),
        pleasantries: patterns("cuidate, pasa buen, pasalo bien"),
        doubts: words("si quiza quizas tal"),
        politeDoubts: PhraseSet("si puedes, si tienes")
    )
}
