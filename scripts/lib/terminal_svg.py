"""Pictures of terminals as SVG: from text with escape sequences, as programs write it or as tmux hands it out."""

import collections
import html
import re
import unicodedata

CELL, LINE, LEFT, TOP = 8.4, 18, 16, 52
COLOURS = {30: "#45475a", 31: "#f38ba8", 32: "#a6e3a1", 33: "#f9e2af", 34: "#89b4fa", 35: "#f5c2e7", 36: "#94e2d5",
           37: "#bac2de"}
TEXT, PAPER = "#cdd6f4", "#1e1e2e"

Style = collections.namedtuple("Style", "colour bold dim background reverse", defaults=(None, False))
PLAIN = Style(TEXT, False, False)


def width(character):
    if unicodedata.combining(character) or character in "\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def styled(style, sequence):
    """The style after a sequence that selects a graphic rendition."""
    codes = [int(code or 0) for code in re.split("[;:]", sequence[2:-1])]
    while codes:
        code = codes.pop(0)
        if code == 0:
            style = PLAIN
        elif code in (38, 48):
            colour = extended(codes)
            style = style._replace(colour=colour) if code == 38 else style._replace(background=colour)
        elif code in COLOURS or code - 60 in COLOURS:
            style = style._replace(colour=COLOURS.get(code) or COLOURS[code - 60])
        elif code - 10 in COLOURS:
            style = style._replace(background=COLOURS[code - 10])
        elif code == 1:
            style = style._replace(bold=True)
        elif code == 2:
            style = style._replace(dim=True)
        elif code in (7, 27):
            style = style._replace(reverse=code == 7)
        elif code == 22:
            style = style._replace(bold=False, dim=False)
        elif code == 39:
            style = style._replace(colour=TEXT)
        elif code == 49:
            style = style._replace(background=None)
    return style


def extended(codes):
    """A colour of 256, or of red, green and blue, of which the codes are taken."""
    if codes[:1] == [2]:
        red, green, blue = codes[1:4]
        del codes[:4]
        return f"#{red:02x}{green:02x}{blue:02x}"
    number = codes[1]
    del codes[:2]
    if number < 16:
        return COLOURS[30 + number % 8]
    if number >= 232:
        return "#" + f"{8 + (number - 232) * 10:02x}" * 3
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#" + "".join(f"{steps[step]:02x}" for step in (number // 36, number // 6 % 6, number % 6))


def rows(text, columns):
    """Rows of (character, style), wrapped as a terminal does it."""
    row, style, column = [], PLAIN, 0
    for part in re.split(r"(\x1b\[[0-9;:?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\r\n|\n|\r)", text):
        if part.startswith("\x1b"):
            if part.startswith("\x1b[") and part.endswith("m"):
                style = styled(style, part)
        elif part in ("\n", "\r\n"):
            yield row
            row, column = [], 0
        elif part and part != "\r":
            for character in part:
                if column + width(character) > columns:
                    yield row
                    row, column = [], 0
                row.append((character, style))
                column += width(character)
    if row:
        yield row


def runs(row):
    """Parts of a row in one style, with their columns. Where two spaces follow each other, a new part begins, so that
    columns stand below each other in every font."""
    column, start = 0, 0
    while start < len(row):
        end = start + 1
        while end < len(row) and row[end][1] == row[start][1] and not splits(row, start, end):
            end += 1
        text = "".join(character for character, _ in row[start:end])
        columns = sum(width(character) for character in text)
        yield column, columns, text, row[start][1]
        column += columns
        start = end


def splits(row, start, end):
    before, here = row[end - 1][0], row[end][0]
    if before == here == " ":
        return row[start][0] != " "
    return row[start][0] == before == " " and end - start > 1 or width(before) == 2 and width(here) > 0


def svg(screen, columns, label, cursor=None):
    """The picture of rows.

    @param cursor its column and row.
    """
    boxes, texts = [], []
    for number, row in enumerate(screen):
        top = TOP + number * LINE
        for column, columns_taken, text, style in runs(row):
            colour, background = style.colour, style.background
            if style.reverse:
                colour, background = background or PAPER, colour
            left = LEFT + column * CELL
            if background:
                boxes.append(f'<rect x="{left:.1f}" y="{top - 13.5}" width="{columns_taken * CELL + 0.2:.1f}" height="{LINE}" '
                             f'fill="{background}"/>')
            if text.strip():
                more = ' font-weight="bold"' * style.bold + ' opacity="0.65"' * style.dim
                # Leading spaces are columns, too.
                indent = len(text) - len(text.lstrip(" "))
                texts.append(f'<text x="{left + indent * CELL:.1f}" y="{top}" fill="{colour}"{more}>'
                             f'{html.escape(text.strip(" "))}</text>')
    if cursor:
        column, row = cursor
        boxes.append(f'<rect x="{LEFT + column * CELL:.1f}" y="{TOP + row * LINE - 13.5}" width="{CELL}" height="{LINE}" '
                     f'fill="{TEXT}" opacity="0.7"/>')
    size = (round(2 * LEFT + columns * CELL), TOP + len(screen) * LINE)
    lights = "".join(
        f'<circle cx="{x}" cy="18" r="6" fill="{colour}"/>'
        for x, colour in ((20, "#f38ba8"), (40, "#f9e2af"), (60, "#a6e3a1"))
    )
    shades = "\n".join(boxes) + "\n" if boxes else ""
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" viewBox="0 0 {size[0]} {size[1]}" \
role="img" aria-label="{html.escape(label)}">
<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>
{lights}
{shades}<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" \
xml:space="preserve">
{chr(10).join(texts)}
</g>
</svg>
"""
