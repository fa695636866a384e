/// What people train with, and where.
enum EquipmentWords {
    static let items = TermList(
        """
        dumbbell: powerblocks, free weights, dumbbell, dumbbells, mancuerna, mancuernas, hand weights, hantlar
        kettlebell: kettlebell, kettlebells, pesa rusa
        barbell: barbell, barbells, ez bar, trap bar, barra
        plates: plates, bumper plates, discos
        bands: bands, band set, resistance bands, resistance band, mini bands, loop bands, ligas, bandas, bandas elasticas
        pullupbar: pull up bar, pullup bar, doorway bar, door bar, chin up bar
        rings: rings, gymnastic rings
        bench: weight bench, adjustable bench, flat bench, bench
        rack: rack, squat rack, power rack, half rack, full rack, smith machine
        treadmill: treadmill, caminadora, cinta de correr, walking pad
        bike: spin bike, exercise bike, stationary bike, peloton, turbo trainer, assault bike, air bike, bici, bicicleta
        rower: rower, rowing machine, concept2, erg
        elliptical: elliptical
        trx: trx, suspension trainer, straps
        cable: cable machine, cables, cable tower, polea, machines
        mat: yoga mat, mat, esterilla, tapete
        roller: foam roller, massage gun
        ball: medicine ball, slam ball, swiss ball, stability ball, exercise ball, bosu
        box: plyo box, step box
        rope: jump rope, skipping rope, battle ropes
        vest: weight vest, weighted vest, rucksack, ankle weights
        sled: sled, sandbag, sandbags
        pool: pool, lap pool
        machines: leg press machine, lat pulldown
        poles: trekking poles, ski poles
        """
    )
    static let owning = PhraseList(
        """
        have, ive, got, own, bought, ordered, buying, purchased, found, borrowed, inherited, arrived, there is|are|s, theres
        has, access to, at home, at my place, in the|my garage|basement|building|shed|attic|apartment|living|spare|hotel|office
        set of, pair of, picked up, tengo, hay, tiene, compre, en casa, en mi casa, del edificio, bought|got|gave|lent me, for my birthday, finally came, delivered
        for christmas, home gym, only, just a, just two, just the
        """
    )
    static let quantities = SpeakerWords.set(
        "a an one two three four five six some couple my dos tres una un several adjustable"
    )
    /// Words of a training log.
    static let logging = SpeakerWords.set(
        """
        sets reps rpe felt today did done x each swings press carry hinge rows row hips session tomorrow warm warmup
        broken taken busy stolen queue occupied hoy heavy easy
        """
    )
    static let parting = PhraseList(
        "sold the|my, gave away, gave my, got rid of, returned the, broke my, vendi, no longer have"
    )
    static let gym = PhraseList(
        """
        have|has|got ~4 gym, gym in the|my|our ~1 basement|building|office|garage|block|complex, no gym, no equipment, joined a gym, joined the gym, gym membership, my gym has|is|opens|only, hotel gym in|has|opens, home gym
        gym by the ~3 has, member of ~2 gym, train at home, work out at home, only train at home
        """
    )
}
