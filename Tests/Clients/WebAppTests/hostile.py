"""Texts that people could use against those who read them: markup, addresses, directions, marks without end."""

import itertools

MARKUP = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "\"><svg/onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>", "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>go</a>", "<body onpageshow=alert(1)>", "<details open ontoggle=alert(1)>", "</textarea><script>alert(1)</script>",
    "<style>*{display:none}</style>", "<link rel=stylesheet href=//evil.example>", "<base href=//evil.example/>", "<meta http-equiv=refresh content=0>",
    "<form action=//evil.example><input name=q>", "<object data=javascript:alert(1)>", "<embed src=javascript:alert(1)>", "<video><source onerror=alert(1)>",
    "<input autofocus onfocus=alert(1)>", "<marquee onstart=alert(1)>", "<template><script>alert(1)</script></template>", "<!--<img src='--><img src=x onerror=alert(1)>'>",
    "<x onclick=alert(1)>click</x>", "${alert(1)}", "{{constructor.constructor('alert(1)')()}}", "<%= alert(1) %>", "]]><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;", "\\u003cscript\\u003e", "%3Cscript%3E", "<ScRiPt>alert(1)</sCrIpT>",
]
ADDRESSES = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:msgbox(1)",
    "https://good.example@evil.example/", "https://good.example:pass@evil.example", "http://evil.example/\u202egnp.exe",
    "https://xn--80ak6aa92e.com", "https://аррӏе.com", "http://[::1]:22/", "http://a.example/<script>", "http://a.example/\"onmouseover=alert(1)",
    "https://a.example/" + "a" * 400, "https://a.example/(b)", "http://", "https://?", "mailto:a@b.example?body=<script>", "a@b.example", "file:///etc/passwd",
    "http://a.example\\@evil.example", "//evil.example", "https://a.example/#<img src=x onerror=alert(1)>",
]
DIRECTIONS = [
    "\u202eevil\u202c", "\u202eno end", "\u2066isolated", "\u2067right\u2069", "\u200fright mark", "\u061cletter mark", "a\u202eb\u202dc\u202ed",
    "مرحبا", "שלום", "مرحبا hello שלום", "(مرحبا)", "15:00–15:30 مرحبا", "\u2028line\u2029paragraph", "a\u0000b".replace("\u0000", "\u0001"),
    "\ufeffmark", "zero\u200bwidth", "soft\u00adhyphen", "\u2800\u2800", "\u3164", "tab\there", "line\nline\nline", "\r\nline",
]
MARKS = [
    "Z\u0351\u036b\u0343\u036aa\u0342\u0346l" + "\u0300\u0301\u0302\u0303" * 40 + "go", "e" + "\u0301" * 500, "👩‍👩‍👧‍👦" * 30, "👋🏽" * 50, "🏳️‍🌈🇸🇪🇺🇸" * 20,
    "ﷺ" * 30, "꧅" * 40, "𒐫" * 20, "A" * 3000, "W" * 500, "a " * 1000, "\n" * 100 + "x", "．" * 200, "i̇İıI", "ß ẞ ﬁ ﬀ", "漢字かな交じり文" * 40, "ก็็็็็็็็็็็็็็็็็็็็" * 5, "หน้า",
    "ཧཱུྃ" * 20, "\U0001d400\U0001d401", "\U000e0001tag\U000e007f", "\ufffd\ufffd", "﻿", "1" * 500, "-" * 500, "@" * 100, "@Alex Rivera" * 20, "[1][2][3]", "[99999]", "/" * 300, "\\" * 300,
    "'; DROP TABLE messages; --", "../../../../etc/passwd", "CON", "aux.h", "%s%s%n", "{0}", "__proto__", "constructor", "toString", "undefined", "null", "NaN", "true", "0", "-1",
]


def texts():
    """At least 200 different texts."""
    found = [*MARKUP, *ADDRESSES, *DIRECTIONS, *MARKS]
    for one, other in itertools.product(MARKUP[:10], ADDRESSES[:5] + DIRECTIONS[:5]):
        found.append(f"{one} {other}")
    return list(dict.fromkeys(found))


FILE_NAMES = ["<img src=x onerror=alert(1)>.txt", "photo\u202egnp.exe", "../../etc/passwd", "a" * 200 + ".pdf", "\"onload=alert(1).txt",
              "name\nwith line.txt", "مرحبا.pdf", ".hidden", "con.txt", "👩‍👩‍👧‍👦.txt"]
NAMES = ["<b>Bold</b> Bob", "\"><svg onload=alert(1)>", "O'Brien & Sons", "مرحبا بك", "W" * 50, "e\u0301" * 20, "👩‍🚀 Ada", "{{7*7}}"]
