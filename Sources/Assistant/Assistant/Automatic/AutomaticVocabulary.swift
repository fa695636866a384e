import TextReading

/// Words in a client's message that are for a human only, besides those of `PriorityVocabulary`.
enum AutomaticVocabulary {
    static let health: Set<String> = WordList.words(
        """
        pain pains painful hurt hurts hurting ache aches aching sore soreness injury injured injuries sprain sprained strain
        strained swollen swelling bruise bleeding blood dizzy dizziness faint fainted nausea vomiting sick ill illness fever
        flu covid virus infection doctor gp physio physiotherapist hospital surgery operation scan mri xray diagnosis
        diagnosed medication medicine pills tablets dose antibiotics prescription pregnant pregnancy miscarriage period
        depressed depression anxious anxiety panic suicidal suicide eating disorder bulimia anorexia binge purge starving
        allergy allergic asthma diabetes heart chest breath breathing palpitations pressure stroke seizure concussion numb
        numbness tingling fracture broken torn tear tweaked twisted knee back shoulder hip ankle neck wrist elbow hamstring
        calf weight calories diet fasting supplement supplements creatine steroid steroids alcohol drunk drugs died death
        dying funeral passed divorce abuse abused assault scared afraid crying cried
        dolor duele duelen lesion lesionado enfermo enferma medico hospital embarazada mareado mareada fiebre medicina
        pastillas sangre ansiedad triste rodilla espalda hombro cadera tobillo peso dieta
        schmerz schmerzen verletzt krank arzt schwanger smarta ont sjuk gravid dor doi doente gravida
        """
    )
    static let money: Set<String> = WordList.words(
        """
        pay paid paying payment payments invoice invoices price prices pricing cost costs charge charged refund money bill
        billing fee fees discount contract subscription package transfer bank card cash owe owed euro euros dollar dollars
        pound pounds usd eur gbp expensive cheaper
        pagar pago pague factura precio dinero reembolso contrato bezahlt bezahlen rechnung geld preis betala betalat faktura
        pris pagamento fatura dinheiro
        """
    )
    static let changes: Set<String> = WordList.words(
        """
        cancel cancelled canceled cancelling cancellation cancels move moved moving reschedule rescheduled rescheduling
        postpone postponed swap switch change changed instead earlier later late skip skipping quit quitting stop stopping
        leave leaving pause book booking reserve free available availability slot slots
        cancelar cancelo mover cambiar aplazar tarde libre absagen verschieben frei avboka flytta ledig cancelar remarcar
        """
    )
    static let trouble: Set<String> = WordList.words(
        """
        urgent urgently asap emergency help sos angry upset unhappy disappointed complaint complain lawyer police sorry
        worried worry problem wrong terrible awful hate
        urgente ayuda emergencia enfadado triste hilfe dringend notfall hjalp akut ajuda
        """
    )

    static let forHumans = health.union(money).union(changes).union(trouble)
}
