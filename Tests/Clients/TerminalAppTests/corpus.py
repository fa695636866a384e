"""Texts that could do something to the terminal that shows them."""

import itertools

ESCAPES = [
    "\x1b]0;title\x07", "\x1b]2;title\x1b\\", "\x1b]1;icon\x07", "\x1bktitle\x1b\\", "\x1b[22;0t", "\x1b[21t", "\x1b[20t",
    "\x1b]52;c;ZXZpbA==\x07", "\x1b]52;p;ZXZpbA==\x1b\\", "\x1b]52;c;?\x07", "\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]8;;file:///etc/passwd\x07link", "\x1b[c", "\x1b[>c", "\x1b[=c", "\x1b[0c", "\x1bZ", "\x1b[5n", "\x1b[6n", "\x1b[?6n", "\x1b[?15n",
    "\x1b[>q", "\x05", "\x1b[201~evil\r", "\x1b[200~evil\x1b[201~", "\x1bPq#0;2;0;0;0#0~~\x1b\\", "\x1bP0;1;q", "\x1b_Ga=T,f=24;AAAA\x1b\\",
    "\x1bP$qm\x1b\\", "\x1bP+q544e\x1b\\", "\x1bPtmux;\x1b\x1b]0;x\x07\x1b\\", "\x1b[2J", "\x1b[3J", "\x1b[H", "\x1b[1;1H", "\x1b[999;999H", "\x1b[31m", "\x1b[7m",
    "\x1b[8m", "\x1b[5m", "\x1b[?1049l", "\x1b[?1049h", "\x1b[?25l", "\x1b[?1000h", "\x1b[?2004l", "\x1b[?1004h", "\x1b[?2026h", "\x1b[?7l", "\x1b[?5h",
    "\x1b[4h", "\x1b[20h", "\x1b[r", "\x1b[5;10r", "\x1b[1L", "\x1b[1M", "\x1b[10@", "\x1b[10P", "\x1b[10S", "\x1b[10T", "\x1b[b", "\x1b[100b", "\x1bc", "\x1b[!p",
    "\x1b#8", "\x1b(0", "\x1b)0", "\x1b*0", "\x1bN", "\x1bO", "\x1b7", "\x1b8", "\x1bD", "\x1bM", "\x1bE", "\x1bH", "\x1b[g", "\x1b[3g", "\x1b=", "\x1b>",
    "\x1b]4;0;#ff0000\x07", "\x1b]10;#ff0000\x07", "\x1b]11;#ff0000\x07", "\x1b]11;?\x07", "\x1b]104\x07", "\x1b]9;notice\x07", "\x1b]777;notify;a;b\x07",
    "\x1b]1337;File=inline=1:AAAA\x07", "\x1b]7;file:///tmp\x07", "\x1b]133;A\x07", "\x1b]5522;\x07", "\x1b^private\x1b\\", "\x1bXstring\x1b\\", "\x1b[8;1;1t",
    "\x1b[2t", "\x1b[4;1;1t", "\x1b[>4;2m", "\x1b[=1u", "\x1b[>1u", "\x1b[?996n", "\x1b", "\x1b\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b[999999999999C", "\x1b[;;;;;;m", "\x1b[38;5m",
]
# The same in eight-bit controls, which are two bytes of UTF-8 each.
EIGHT_BIT = [
    "\x9b31m", "\x9b2J", "\x9b6n", "\x9bc", "\x9d0;title\x9c", "\x9d52;c;ZXZpbA==\x9c", "\x90q~\x9c", "\x9fGa=T\x9c", "\x9eprivate\x9c", "\x98string\x9c",
    "\x84", "\x85", "\x88", "\x8d", "\x8e", "\x8f", "\x9a", "\x80", "\x99", "\x9c", "\x9b201~", "\x9b?1049l",
]
CONTROLS = [f"a{chr(code)}b" for code in (*range(1, 0x20), 0x7f, *range(0x80, 0xa0))]
DIRECTIONS = [
    "\u202eevil\u202c", "\u202eno end", "\u2066isolated", "\u2067right\u2069", "\u200fright mark", "\u061cletter mark",
    "a\u202eb\u202dc\u202ed", "\u202d" * 20, "\u2028line\u2029paragraph", "\ufff9a\ufffab\ufffb", "\ufeffmark", "\u206atag\u206f",
    "\u180emongolian", "\U000e0001tag\U000e007f", "ok\u202etxt.exe",
]
FORMS = [
    "\r", "\r\n", "over\rwritten", "back\b\b\b\bspace", "bell\a\a\a", "tab\tstop", "form\ffeed", "vertical\vtab", "shift\x0eout\x0f", "line\nline",
    "\\x1b[31m", "\\033]0;x\\007", "^[[31m", "␛[31m", "%1b[31m", "$(touch /tmp/evil)", "`touch /tmp/evil`", "; rm -rf x", "#(touch evil)", "#{pane_pid}", "#[fg=red]",
    "%s%n%d", "-n", "--help", "~.", "\x1b]52;c;" + "QUFB" * 500 + "\x07",
]


def texts():
    """At least 200 different texts."""
    found = [*ESCAPES, *EIGHT_BIT, *CONTROLS, *DIRECTIONS, *FORMS]
    found += [f"{one}{other}" for one, other in itertools.product(ESCAPES[:6], DIRECTIONS[:4])]
    return list(dict.fromkeys(found))
