extension LookAlikes {
    /// Letters that look like one of a to z, after it: of Unicode's confusables (UTS #39) the single letters that have no
    /// other compatible form. Without those that only look like digits, and without marks.
    static let table = """
        a ɑΑαАаᎪᗅꓮ𐊠𖽀
        b ƄΒВЬᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁
        c СсᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜
        d ԁᎠᏧᑯᗞᗪꓒꓓ
        e ΕЕеҽᎬⴹꓰꬲ𐊆𑢦𑢮
        f ϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂
        g ƍɡԌցᏀᏳᶃꓖ
        h ΗНһհᎻᏂᕼⲎꓧ𐋏
        i ıƖǀɩɪΙιІіӀӏᎥᛁⲒⵏꓲꙇꭵ𐊊𐌉𑣃𖼨
        j ͿϳЈјᎫᒍꓙꞲ
        k ΚКᏦᛕⲔꓗ𐔘
        l ᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖
        m ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑
        n ΝոռⲚꓠ𐔓
        o ΟοσОоՕօଠഠဝჿዐᴏᴑⲞⲟⵔꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣗
        p ΡρРрᏢᑭⲢⲣꓑ𐊕
        q ԛգզⵕ
        r ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵
        s ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺
        t ΤТᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊
        u ʋυՍսሀᑌᴜꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂
        v νѴѵᏙᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈
        w ɯѡԜԝաᎳᏔᴡꓪꮃ𑜊𑜎𑜏
        x ΧХхᕁᕽᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐔧
        y ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃
        z ΖᏃᴢꓜꮓ𑢩𑣄
        """
}
