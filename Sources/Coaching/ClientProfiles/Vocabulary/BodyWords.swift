/// The body, what hurts it and what heals it.
enum BodyWords {
    /// Topics are regions. Of what is only a muscle, soreness is no injury. A term of topic `-` names no part of the body.
    static let parts = TermList(
        """
        knee: joelho, joelhos, knie, knee, knees, kneecap, kneecaps, patella, patellar, meniscus, rodilla, rodillas, knäet
        elbow: elbow, elbows, codo
        shoulder: ombro, schulter, schultern, shoulder, shoulders, rotator cuff, cuff, collarbone, shoulder blade, hombro, hombros, axel, axeln
        back: lower back, upper back, mid back, my back, bad back, lumbar, spine, lumbar region, spinal, espalda, lumbares, lombar, costas, rucken, disc, discs, back pain, back pains, back ache, backache, back hurts, back is
        back: back felt, back feels, back spasm, back spasms, back injury, back problems, back trouble, back went, back tightness
        back: back stiffness, back issues, back is killing, back tweaked, the back
        neck: neck, cuello, nacken
        hip: hip, hips, groin, cadera, ingle, si joint
        ankle: ankle, ankles, tobillo
        foot: foot, feet, heel, heels, arch, toe, toes, sole, big toe, talon, pie, planta del pie, plantar
        wrist: wrist, wrists, muneca
        hand: hand, hands, thumb, thumbs, finger, fingers, knuckle, mano, dedo
        chest: chest, rib, ribs, rib cage, ribcage, sternum, pecho, costilla, costillas
        leg: leg, legs, thigh, shin, shins, pierna, tibia, benet
        muscle leg calf: calf, calves, gemelo
        muscle leg hamstring: hamstring, hamstrings, hammy, sit bone, isquio
        muscle leg quad: quad, quads
        muscle hip glute: glute, glutes, buttock, butt, piriformis
        arm: arm, forearm, forearms, brazo, tricep, triceps, bicep, biceps
        achilles foot: achilles, achilles tendon
        head: head, forehead, cabeza
        stomach: stomach, tummy, gut, belly, abdomen, estomago
        jaw: jaw
        tailbone back: tailbone, coccyx
        -: back squat, back squats, front squat, hip thrust, hip thrusts, hip hinge, leg press, leg day, leg raises, leg curl
        -: chest press, chest day, shoulder press, calf raise, calf raises, head torch, head start, head coach, hand over
        -: on the other hand, on hand, in hand, left hand side, cold feet, by hand, one handed, first hand, head office
        -: neck of the woods, chest to wall, single leg, one leg, single arm, feet from, feet up, foot of, knee raises, arm day
        -: elbows to, shoulder to shoulder, head in, heads up, over my head, back of my mind, leg of, legs up, hands free
        -: knee raise, toe pulls, toes to bar, wrist wraps, elbow grease, heart and soul, ribs on, get my head around
        """
    )

    /// Words that say on which side.
    static let sides: [String: String] = [
        "left": "side:left", "right": "side:right", "izquierda": "side:left", "izquierdo": "side:left",
        "derecha": "side:right", "derecho": "side:right",
    ]

    /// What it is when a part of the body is named near it.
    static let pains = SpeakerWords.set(
        """
        hurt hurts hurting pain pains painful ache aches aching achy pinch pinches pinched pinching clicks clicking tweak
        tweaked twist twisted sprain sprained strain strained pulled tore torn swollen swelling swells numb numbness tingle
        tingles tingling tingly killing grief niggle niggles niggling niggly crook cranky irritated inflamed inflammation
        flared flare broke broken fractured fracture cracked popped pop dislocated busted bust dodgy wonky zip seized spasm
        spasms throbbing throbs injured injury zing zinging shooting sharp unstable locked locks tendinitis
        stabbing tender puffy pulling grumble grumbling grumbles nagging crick tear lastime lastimado doendo doi dor weh schmerzen schmerzt verletzt soreness grumpy bruised jammed burning burns popping crunching grinding crunchy copped
        duele duelen dolor dolores molesta molestia lesion lesione lesionado arde torci torcido inflamado hinchado ont
        """
    )
    /// Said of muscles after training, so only joints count.
    static let weakPains = SpeakerWords.set(
        "sore stiff stiffness tight tightness weak hell trouble problem problems bad issue issues playing acting rolled did"
    )

    static let weakPhrases = PhraseList(
        "playing up, acting up, giving me, rolled my, rolled the, did my ~3 in, hell on, is bad, went zip, bad on, gave|gives out|way, gone again, went again, went out"
    )

    /// Conditions, by name. `chronic:` ones aren't over because something is fine.
    static let conditions = TermList(
        """
        knee patellofemoral: patellofemoral, runners knee, jumpers knee, acl, mcl, pcl, torn meniscus, patellar tendonitis
        elbow: tennis elbow, golfers elbow, epicondylitis
        shoulder impingement: impingement, frozen shoulder
        shoulder cuff: rotator cuff tear, torn labrum, labrum, labral tear
        back: lumbar strain, slipped disc, herniated disc, bulging disc, disc bulge, hernia de disco, spondylolisthesis, lumbago
        back leg sciatica: sciatica, ciatica
        back scoliosis chronic: scoliosis
        foot plantar: plantar fasciitis, fascitis plantar, heel spur, metatarsalgia
        hand wrist carpal: carpal tunnel
        leg shin: shin splints, stress fracture, stress reaction, compartment syndrome
        strain: grade 1 strain, grade 2 strain, muscle strain, muscle tear
        sprain ankle foot: sprained ankle, ankle sprain
        sprain: sprain, grade 1 sprain, grade 2 sprain, grade 3 sprain, esguince
        chest rib: rib cartilage, costochondritis, cracked rib, broken rib, bruised rib
        tendon: tendonitis, tendinitis, tendinopathy, tendinitis, bursitis
        hernia: hernia, inguinal hernia
        knee hip: it band syndrome, itb syndrome
        diastasis: diastasis, diastasis recti, finger gap, abdominal separation
        pelvic: pelvic floor, prolapse, suelo pelvico
        concussion head: concussion
        headache head: tension headaches, tension headache, headaches, dolores de cabeza
        migraine head chronic: migraine, migraines, migrana, migranas
        vertigo chronic: vertigo
        asthma chronic: asthma, asthmatic, exercise induced asthma, asma
        diabetes chronic: diabetes, diabetic, prediabetes, prediabetic, type 1, type 2, diabetico, diabetica
        pressure chronic: hypertension, high blood pressure, low blood pressure, hipertension
        cholesterol chronic: cholesterol, ldl, colesterol
        thyroid chronic: hypothyroidism, hypothyroid, hyperthyroidism, thyroid, hashimotos, tiroides, hipotiroidismo
        pcos chronic: pcos, endometriosis, endo
        anaemia chronic: anaemia, anemia, anaemic, anemic, low iron, iron deficiency
        dizzy: dizzy, dizziness, lightheaded, fainted, mareo, mareos
        postpartum chronic: postpartum, post partum, postnatal, leaking when
        meniscus knee: meniscus tear, acl tear, torn acl, torn meniscus
        tear: hamstring tear, calf tear, labral tear
        kidney: kidney stone, kidney stones, appendicitis, gallstones, piedras en el rinon
        anaemia chronic: ferritin, iron deficient
        pressure chronic: my blood pressure, blood pressure is
        csection stomach: c section, caesarean, cesarean, cesarea
        epilepsy chronic: epilepsy, epileptic
        heart chronic: heart murmur, afib, arrhythmia, pacemaker, heart condition, heart attack, svt, stent, soplo
        gut chronic: crohns, ibs, colitis, ulcerative colitis, irritable bowel
        gastritis stomach: gastritis, acid reflux, reflux, gerd, ulcer
        fibromyalgia chronic: fibromyalgia, chronic fatigue, long covid, lupus
        arthritis chronic: arthritis, osteoarthritis, rheumatoid arthritis, artritis, artrosis, gout
        bones chronic: osteoporosis, osteopenia, bone density
        eds chronic: hypermobile, hypermobility, ehlers danlos
        pregnant: pregnant, embarazada, expecting a baby
        menopause chronic: menopause, perimenopause, menopausia
        bunion foot: bunion, bunions, ingrown toenail
        whiplash neck: whiplash, pinched nerve, trapped nerve
        -: type 2 fun, pain cave
        """
    )

    static let medications = TermList(
        """
        chronic: beta blocker, beta blockers, bisoprolol, metoprolol, propranolol, metformin, statin, statins, insulin
        chronic: levothyroxine, thyroxine, lisinopril, amlodipine, losartan, ramipril, warfarin, eliquis, blood thinners
        chronic: sertraline, zoloft, prozac, fluoxetine, lexapro, ssri, ssris, antidepressant, antidepressants, adderall
        chronic: ozempic, wegovy, semaglutide, mounjaro, hrt, prednisone, methotrexate, gabapentin, omeprazole, inhaler
        chronic: antihistamine, antihistamines, blood pressure pills, blood pressure meds, blood pressure medication, insulina
        -: ibuprofen, paracetamol, tylenol, advil, naproxen, painkillers, antibiotics, cortisone shot, cortisone injection
        """
    )

    static let surgery = PhraseList(
        """
        had ~3 surgery, surgery on my, having ~2 surgery, surgery is|in|next, knee|hip|shoulder|acl replacement|reconstruction
        had ~2 c section, operated on my, getting ~2 operated, recovering from ~2 section|surgery|operation, cortisone jab|shot|injection, replaced|fused|herniated|bulged|bulging disc|discs, knee|hip|shoulder|disc replacement, had my ~2 replaced, im # weeks, weeks pregnant, had my ~2 operated, need ~2 surgery
        appendix out, new hip, new knee, me operaron
        """
    )

    /// "Can't lift it above my head".
    static let limits = PhraseList(
        """
        cant|cannot|couldnt|cant ~1 lift|raise|bend|turn|straighten|reach|rotate|grip|put|sleep|move|kneel|squat|walk|pick
        hard to lift|raise|bend|turn|grip, struggle|struggling to lift|raise|bend|turn|grip, unable to lift|raise|bend|turn
        cant|couldnt run|train|lift until, hurts when, hurts to, no puedo doblar|levantar|mover
        """
    )

    /// A part that isn't as it should be.
    static let ailing = PhraseList(
        """
        not ~1 right|great|happy|good|ready, isnt ~1 right|ready|happy|great|good, unhappy, complaining, complains
        feels off|weird|funny|wrong|unstable|loose, is back, has come back, came back, did not enjoy|like, didnt enjoy|like
        thats predicts, that predicts, is still there, swells up, keeps going, gives me bother, hates, no esta bien
        """
    )

    static let idioms = PhraseList(
        """
        no pain no gain, pain in the, killing it, killed it, killing me softly, break a leg, arm and a leg, kidding
        broke my record, broke a sweat, broke the bank, gone up, gone down, gone to, gone and, sharp at, gone from, gone for
        """
    )
}
