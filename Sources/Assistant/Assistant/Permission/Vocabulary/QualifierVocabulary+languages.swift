extension QualifierVocabulary {
    static let english = QualifierVocabulary(
        exceptions: """
            but, except, excepting, except for, apart from, aside from, other than, besides, save for, bar, barring,
            excluding, exclusive of, without, minus, not counting, leaving out, with the exception of, rather than,
            instead of, unlike
            """,
        negations: """
            not, no, never, none, nobody, nothing, neither, nor, don't, dont, doesn't, didn't, won't, can't, cannot,
            shouldn't, mustn't, isn't, aren't, wasn't, without, hardly
            """,
        conditions: """
            if, unless, when, whenever, once, as soon as, as long as, in case, provided, provided that, assuming,
            depending on, until, only if, should, while
            """,
        reasons: "because, cause, cuz, due to, owing to, thanks to, so that",
        shares: """
            some, half, most, few, several, couple, any, either, one, two, three, part, only, second, third, fourth, fifth,
            other
            """,
        relatives: """
            sister, sisters, brother, brothers, mother, mothers, father, fathers, mum, mums, mom, moms, mummy, mommy, dad,
            dads, daddy, parent, parents, wife, wives, husband, husbands, partner, partners, spouse, girlfriend, boyfriend,
            fiance, fiancee, son, sons, daughter, daughters, child, children, kid, kids, baby, babies, twin, twins, cousin,
            cousins, aunt, aunts, auntie, uncle, uncles, niece, nieces, nephew, nephews, grandmother, grandma, granny, nan,
            grandfather, grandpa, grandad, granddad, grandparents, grandson, granddaughter, grandchildren, stepmother,
            stepfather, stepmum, stepmom, stepdad, stepson, stepdaughter, mother-in-law, father-in-law, brother-in-law,
            sister-in-law, in-laws, friend, friends, mate, mates, buddy, bestie, colleague, colleagues, coworker,
            coworkers, co-worker, co-workers, boss, bosses, manager, assistant, secretary, neighbour, neighbours, neighbor,
            neighbors, roommate, flatmate, housemate, ex, family, folks, doctor, physio, surgeon, dentist, teacher, nanny,
            carer, nurse, coach, trainer, agent, lawyer, team, crew, company, employer, guest, plus-one
            """,
        genitives: "of",
        additions: "too, also, as well, likewise, same",
        and: "and, plus, &",
        or: "or",
        retractions: """
            never mind, nevermind, forget it, forget that, forget about it, scratch that, on second thought,
            on second thoughts, no don't, don't, please don't, actually don't, wait don't, don't do it, don't do that,
            cancel that, ignore that, strike that, leave it, not really, just kidding, kidding, i changed my mind
            """
    )

    static let spanish = QualifierVocabulary(
        exceptions: """
            menos, excepto, salvo, aparte de, ademas de, sin, sin contar, excluyendo, a excepcion de, con excepcion de,
            fuera de, quitando, pero, sino, en vez de, en lugar de
            """,
        negations: "no, nunca, ningun, ninguno, ninguna, nadie, nada, tampoco, ni, jamas",
        conditions:
            "si, a menos que, a no ser que, cuando, en cuanto, siempre que, en caso de que, mientras, hasta que",
        reasons: "porque, ya que, debido a, por culpa de",
        shares:
            "algunos, algunas, algun, alguna, mitad, media, unos, unas, varios, varias, parte, solo, solamente, dos, tres, segunda, tercera, otra, otras",
        relatives: """
            hermana, hermanas, hermano, hermanos, madre, mama, padre, papa, padres, esposa, esposo, mujer, marido, pareja,
            novia, novio, hijo, hijos, hija, hijas, bebe, primo, prima, primos, tio, tia, tios, sobrino, sobrina, abuela,
            abuelo, abuelos, nieto, nieta, suegra, suegro, cunada, cunado, amigo, amiga, amigos, amigas, companero,
            companera, companeros, colega, jefe, jefa, vecino, vecina, familia, doctor, doctora, medico, entrenador,
            entrenadora, equipo, asistente
            """,
        genitives: "de, del",
        additions: "tambien, asimismo, igual",
        and: "y, e, mas",
        or: "o, u",
        retractions: "olvidalo, dejalo, no lo hagas, mejor no, no mejor no, da igual, era broma"
    )

    static let german = QualifierVocabulary(
        exceptions: """
            ausser, ausgenommen, abgesehen von, bis auf, mit ausnahme von, ohne, aber, sondern, statt, anstatt,
            anstelle von, neben
            """,
        negations: "nicht, kein, keine, keinen, keinem, keiner, nie, niemals, niemand, niemanden, nichts, weder, noch",
        conditions: "wenn, falls, sobald, sofern, solange, es sei denn, ausser wenn, bis",
        reasons: "weil, wegen, denn, da",
        shares: "einige, manche, halfte, halbe, halben, die meisten, ein paar, mehrere, teil, nur, zwei, drei",
        relatives: """
            schwester, schwestern, bruder, mutter, mama, vater, papa, eltern, frau, ehefrau, mann, ehemann, partner,
            partnerin, freundin, freund, freunde, sohn, sohne, tochter, kind, kinder, baby, cousin, cousine, tante, onkel,
            nichte, neffe, oma, grossmutter, opa, grossvater, enkel, enkelin, schwiegermutter, schwiegervater, schwager,
            schwagerin, kollege, kollegin, kollegen, chef, chefin, nachbar, nachbarin, familie, arzt, arztin, trainer,
            trainerin, mitbewohner, mitbewohnerin, assistent, assistentin
            """,
        genitives: "von, vom",
        additions: "auch, ebenfalls, ebenso",
        and: "und, sowie",
        or: "oder",
        retractions: "vergiss es, lass es, doch nicht, lieber nicht, egal, nein doch nicht"
    )

    static let french = QualifierVocabulary(
        exceptions: """
            sauf, excepte, hormis, hors, mis a part, a part, a l'exception de, sans, sans compter, mais, plutot que,
            au lieu de, en dehors de
            """,
        negations: "ne, pas, jamais, aucun, aucune, personne, rien, ni, non, point",
        conditions:
            "si, s'il, s'ils, a moins que, a moins qu'il, quand, lorsque, des que, tant que, au cas ou, pourvu que",
        reasons: "parce que, car, a cause de, puisque",
        shares: "quelques, certains, certaines, moitie, plupart, plusieurs, partie, seulement, uniquement, deux, trois",
        relatives: """
            soeur, soeurs, frere, freres, mere, maman, pere, papa, parents, femme, epouse, mari, epoux, conjoint, conjointe,
            compagnon, compagne, copine, copain, fils, fille, filles, enfant, enfants, bebe, cousin, cousine, tante, oncle,
            niece, neveu, grand-mere, mamie, grand-pere, papi, petit-fils, petite-fille, belle-mere, beau-pere, beau-frere,
            belle-soeur, ami, amie, amis, amies, collegue, collegues, patron, patronne, chef, voisin, voisine, famille,
            medecin, coach, entraineur, equipe, assistant, assistante
            """,
        genitives: "de, d",
        additions: "aussi, egalement, de meme",
        and: "et, ainsi que, plus",
        or: "ou",
        retractions: "laisse tomber, oublie, oublie ca, non finalement, finalement non, peu importe, ne le fais pas"
    )

    static let portuguese = QualifierVocabulary(
        exceptions: """
            menos, exceto, salvo, fora, tirando, a excecao de, com excecao de, sem, sem contar, mas, em vez de, alem de
            """,
        negations: "nao, nunca, jamais, nenhum, nenhuma, ninguem, nada, nem, tampouco",
        conditions: "se, a menos que, quando, assim que, logo que, caso, desde que, enquanto, ate que",
        reasons: "porque, por causa de, ja que",
        shares:
            "alguns, algumas, algum, alguma, metade, maioria, varios, varias, parte, so, somente, apenas, dois, duas, tres",
        relatives: """
            irma, irmas, irmao, irmaos, mae, mamae, pai, papai, pais, esposa, mulher, marido, esposo, parceiro, parceira,
            namorada, namorado, filho, filhos, filha, filhas, bebe, primo, prima, tio, tia, sobrinho, sobrinha, avo, neto,
            neta, sogra, sogro, cunhada, cunhado, amigo, amiga, amigos, amigas, colega, colegas, chefe, vizinho, vizinha,
            familia, medico, medica, treinador, treinadora, equipe, equipa, assistente
            """,
        genitives: "de, da, do",
        additions: "tambem, igualmente",
        and: "e, mais",
        or: "ou",
        retractions: "deixa, deixa pra la, esquece, melhor nao, nao faca, tanto faz"
    )

    static let swedish = QualifierVocabulary(
        exceptions: "utom, forutom, bortsett fran, undantaget, med undantag av, utan, men, istallet for, i stallet for",
        negations: "inte, ej, icke, ingen, inga, inget, aldrig, varken, ingenting",
        conditions: "om, ifall, nar, sa snart, sa lange, forutsatt att, tills, savida inte",
        reasons: "eftersom, pa grund av, darfor att, for att",
        shares: "nagra, nagon, halften, halva, de flesta, flera, del, bara, endast, tva, tre",
        relatives: """
            syster, systrar, bror, broder, mamma, mor, pappa, far, foraldrar, fru, hustru, man, make, maka, partner, sambo,
            flickvan, pojkvan, son, soner, dotter, dottrar, barn, bebis, kusin, moster, faster, morbror, farbror, mormor,
            farmor, morfar, farfar, barnbarn, svarmor, svarfar, svager, svagerska, van, vanner, vaninna, kompis, kompisar,
            kollega, kollegor, chef, granne, familj, lakare, tranare, lag, assistent
            """,
        genitives: "av",
        additions: "ocksa, aven, likasa",
        and: "och, samt",
        or: "eller",
        retractions: "glom det, strunta i det, nej gor inte det, skit i det, lat bli"
    )
}
