"""One text in two columns, with running heads, a footnote and a table, as PDF by many makers: what is read of each?

`python bench/pdf_makers.py [--keep FOLDER] [--markdown]`. The text is a chapter of *A Christmas Carol*; each program
lays it out in the way that its users do. Makers that are not installed are named and left out: Debian's groff,
ghostscript, texlive-latex-base, libreoffice-writer-nogui, wkhtmltopdf, fop and chromium; from PyPI reportlab, fpdf2,
weasyprint, typst and xhtml2pdf (a Python that has them: --python); from npm pdfkit (a folder that has it: --node).

Printed are, of the sentences of the text, how many are read whole as one sentence, how many neighbours among these
come in the order of the text, and whether the head, the footnote and the table's cells stay out of them.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pramana.documents import load_and_refine_documents

HOME = Path(__file__).resolve().parents[1]
CHAPTER = HOME / "demo" / "documents" / "christmas_carol_stave_five.txt"
HEAD = "The end of it, a chapter by Charles Dickens"
TITLE = "The prize turkey"
NOTE = "The Lord Mayor of London lives in the Mansion House."
TABLE = (("Guest", "Dish"), ("Fred", "Goose"), ("Topper", "Pudding"), ("Bob", "Punch"))
LONGEST_S = 120


def paragraphs() -> list[str]:
    """Return the paragraphs of the chapter, each in one line."""
    text = re.sub(r"(?<=[.,!?-])'(?=\s|$)", "”", re.sub(r"(?:^|(?<=\s))'", "“", CHAPTER.read_text("utf-8"), flags=re.M))
    blocks = re.split(r"\n\s*\n", text.replace("--", "—").replace("'", "’"))
    return [" ".join(each.split()) for each in blocks if len(each.split()) > 7][:45]


@dataclass(frozen=True)
class Maker:
    """A program that writes PDF: its name, the source that it reads, and the command that makes `out.pdf` of it."""

    name: str
    source: str
    write: Callable[[list[str]], str]
    command: str


def _web(style: str, body: list[str], note: str) -> str:
    rows = "".join("<tr>" + "".join(f"<td>{each}</td>" for each in row) + "</tr>" for row in TABLE)
    text = [f"<p>{html.escape(each)}</p>" for each in body]
    text[3] = text[3].replace("</p>", note + "</p>")
    text.insert(8, f"<table>{rows}</table>")
    return (
        f'<html lang="en"><meta charset="utf-8"><style>{style}</style><body><main>{"".join(text)}</main></body></html>'
    )


_COLUMNS = "main {columns: 2; column-gap: 1cm} p {text-align: justify; hyphens: auto; margin: 0 0 .6em}"


def _weasy(body: list[str]) -> str:
    edges = f"@top-center {{content: '{HEAD}'}} @bottom-center {{content: counter(page)}}"
    return _web(
        f"@page {{size: A4; margin: 2.5cm; {edges}}} {_COLUMNS} .n {{float: footnote}}",
        body,
        f'<span class="n">{NOTE}</span>',
    )


def _browser(body: list[str]) -> str:
    return _web(f"@page {{size: A4; margin: 2.5cm}} {_COLUMNS}", body, "")


def _one_column(body: list[str]) -> str:
    return _web("p {text-align: justify}", body, "")


def _groff(body: list[str]) -> str:
    text = [f".LP\n{each}" for each in (re.sub(r"^([.'])", r"\\&\1", each.replace("\\", "\\e")) for each in body)]
    text[3] += f"\\**\n.FS\n{NOTE}\n.FE"
    text.insert(8, ".TS\nl l.\n" + "\n".join("\t".join(row) for row in TABLE) + "\n.TE")
    return f".ds CH {HEAD}\n.ds CF \\n[%]\n.nr PO 2c\n.2C\n" + "\n".join(text) + "\n"


def _latex(body: list[str]) -> str:
    text = [re.sub(r"([#$%&_{}])", r"\\\1", each) for each in body]
    text[3] += f"\\footnote{{{NOTE}}}"
    rows = r" \\ ".join(" & ".join(row) for row in TABLE)
    text.insert(8, f"\\begin{{tabular}}{{ll}}{rows}\\end{{tabular}}")
    start = r"\documentclass[twocolumn,a4paper]{article}\pagestyle{myheadings}"
    return f"{start}\\markright{{{HEAD}}}\n\\begin{{document}}\n" + "\n\n".join(text) + "\n\\end{document}\n"


def _typst(body: list[str]) -> str:
    text = [re.sub(r"([#$*_@<>\[\]`/\\=+-])", r"\\\1", each) for each in body]
    text[3] += f"#footnote[{NOTE}]"
    cells = ", ".join(f"[{each}]" for row in TABLE for each in row)
    text.insert(8, f"#table(columns: 2, {cells})")
    page = f'#set page(paper: "a4", columns: 2, header: align(center)[{HEAD}], numbering: "1")'
    return f'{page}\n#set text(lang: "en", hyphenate: true)\n#set par(justify: true)\n\n' + "\n\n".join(text)


def _fo(body: list[str]) -> str:
    text = [html.escape(each) for each in body]
    text[3] += (
        '<fo:footnote><fo:inline font-size="60%" baseline-shift="super">1</fo:inline><fo:footnote-body>'
        f'<fo:block font-size="8pt">1 {NOTE}</fo:block></fo:footnote-body></fo:footnote>'
    )
    blocks = [f'<fo:block text-align="justify" space-after="6pt">{each}</fo:block>' for each in text]
    cell = "<fo:table-cell><fo:block>{}</fo:block></fo:table-cell>".format
    rows = "".join(f"<fo:table-row>{''.join(map(cell, row))}</fo:table-row>" for row in TABLE)
    blocks.insert(8, f"<fo:table><fo:table-body>{rows}</fo:table-body></fo:table>")
    return (
        '<fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format" font-size="10pt"><fo:layout-master-set>'
        '<fo:simple-page-master master-name="a" page-height="29.7cm" page-width="21cm" margin="2cm">'
        '<fo:region-body column-count="2" column-gap="1cm" margin-top="1.2cm" margin-bottom="1cm"/>'
        '<fo:region-before extent="1cm"/><fo:region-after extent="1cm"/></fo:simple-page-master></fo:layout-master-set>'
        f'<fo:page-sequence master-reference="a"><fo:static-content flow-name="xsl-region-before">'
        f'<fo:block>{HEAD}</fo:block></fo:static-content><fo:static-content flow-name="xsl-region-after">'
        '<fo:block><fo:page-number/></fo:block></fo:static-content><fo:flow flow-name="xsl-region-body">'
        f"{''.join(blocks)}</fo:flow>"
        "</fo:page-sequence></fo:root>"
    )


_OFFICE = """
import json, sys
from docx import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
body, head, table = json.load(open("in.json"))
document = Document()
section = document.sections[0]
section.header.paragraphs[0].text = head
columns = OxmlElement("w:cols"); columns.set(qn("w:num"), "2"); columns.set(qn("w:space"), "500")
section._sectPr.append(columns)
for number, each in enumerate(body):
    document.add_paragraph(each).alignment = 3
    if number == 7:
        made = document.add_table(len(table), 2)
        for row, cells in enumerate(table):
            for column, cell in enumerate(cells):
                made.cell(row, column).text = cell
document.save("out.docx")
"""
_REPORTLAB = """
import json
from html import escape
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Spacer, Table
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
body, head, table = json.load(open("in.json"))
style = getSampleStyleSheet()["BodyText"]; style.alignment = 4
def on_page(canvas, document):
    canvas.drawString(150, 810, head); canvas.drawString(290, 30, str(document.page))
made = BaseDocTemplate("out.pdf", pagesize=A4)
frames = [Frame(50, 60, 240, 730), Frame(310, 60, 240, 730)]
made.addPageTemplates(PageTemplate(frames=frames, onPage=on_page))
story = [Paragraph(escape(each), style) for each in body]
story.insert(8, Table(table))
made.build(story)
"""
_FPDF = """
import json
from fpdf import FPDF
body, head, table = json.load(open("in.json"))
class Book(FPDF):
    def header(self):
        self.set_font("Times", size=9); self.cell(0, 10, head, align="C"); self.ln(12)
    def footer(self):
        self.set_y(-15); self.set_font("Times", size=9); self.cell(0, 10, str(self.page_no()), align="C")
pdf = Book(); pdf.core_fonts_encoding = "cp1252"; pdf.add_page(); pdf.set_font("Times", size=10)
with pdf.text_columns(ncols=2, gutter=8, text_align="JUSTIFY") as columns:
    for each in body:
        columns.write(each + "\\n\\n")
pdf.output("out.pdf")
"""
_PDFKIT = """
const fs = require("fs"), PDF = require("pdfkit");
const [body, head] = JSON.parse(fs.readFileSync("in.json"));
const made = new PDF({size: "A4", bufferPages: true, margin: 60});
made.pipe(fs.createWriteStream("out.pdf"));
made.font("Times-Roman").fontSize(10).text(body.join("\\n\\n"), {columns: 2, columnGap: 20, align: "justify"});
made.end();
"""


def _data(body: list[str]) -> str:
    return json.dumps([body, HEAD, TABLE])


def makers(python: str, node: str) -> list[Maker]:
    """Return the makers; those that are Python or JavaScript run in the given interpreter and folder of modules."""
    (script,) = ("cat > make.py <<'END'\n{}\nEND\n".format,)
    return [
        Maker("pdfTeX", "in.tex", _latex, "pdflatex -interaction=batchmode in.tex; mv in.pdf out.pdf"),
        Maker("groff", "in.ms", _groff, "groff -Kutf8 -t -ms -Tpdf in.ms > out.pdf"),
        Maker("Ghostscript", "in.ms", _groff, "groff -Kutf8 -t -ms -Tps in.ms > in.ps && ps2pdf in.ps out.pdf"),
        Maker("Apache FOP", "in.fo", _fo, "fop in.fo out.pdf"),
        Maker("typst", "in.typ", _typst, f"{python} -c \"import typst; typst.compile('in.typ', output='out.pdf')\""),
        Maker("WeasyPrint", "in.html", _weasy, f"{python} -m weasyprint in.html out.pdf"),
        Maker(
            "Chromium",
            "in.html",
            _browser,
            "chromium --headless --no-sandbox --disable-gpu --print-to-pdf=out.pdf file://$PWD/in.html",
        ),
        Maker("Qt (wkhtmltopdf)", "in.html", _one_column, "wkhtmltopdf -q in.html out.pdf"),
        Maker("xhtml2pdf", "in.html", _one_column, f"{python} -m xhtml2pdf.pisa in.html out.pdf"),
        Maker(
            "LibreOffice",
            "in.json",
            _data,
            script(_OFFICE) + f"{sys.executable} make.py && soffice --headless --convert-to pdf out.docx",
        ),
        Maker("ReportLab", "in.json", _data, script(_REPORTLAB) + f"{python} make.py"),
        Maker("fpdf2", "in.json", _data, script(_FPDF) + f"{python} make.py"),
        Maker("PDFKit", "in.json", _data, script(_PDFKIT) + f"NODE_PATH={node} node make.py"),
    ]


def made_pdf(maker: Maker, folder: Path) -> Path | None:
    """Have a maker write the chapter; return the file, or None where the maker is not installed or fails."""
    (folder / maker.source).write_text(maker.write(paragraphs()), "utf-8")
    try:
        with (folder / "log").open("wb") as log:
            subprocess.run(
                ["bash", "-c", maker.command], cwd=folder, stdout=log, stderr=log, timeout=LONGEST_S, check=False
            )
    except subprocess.TimeoutExpired:
        return None
    out = folder / "out.pdf"
    return out if out.exists() and out.stat().st_size else None


def _plain(text: str) -> str:
    """Return the letters and digits of a text: makers choose their own quotation marks and dashes."""
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def read_of(path: Path) -> tuple[int, int, int, int, str]:
    """Return how many sentences there are, are read whole, are neighbours, are in order, and what got into them."""
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "chapter.txt").write_text("\n\n".join(paragraphs()), "utf-8")
        counts = Counter(filter(None, map(_plain, _sentences(Path(home) / "chapter.txt"))))
    wanted = [each for each, count in counts.items() if count == 1]
    read = [_plain(each) for each in _sentences(path)]
    places = [read.index(each) for each in wanted if each in read]
    in_order = sum(one < other for one, other in pairwise(places))
    strange = {"head": _plain(HEAD), "footnote": _plain(NOTE)}
    mixed = [name for name, mark in strange.items() if any(mark in each and len(each) > len(mark) + 4 for each in read)]
    return len(wanted), len(places), max(len(places) - 1, 0), in_order, ", ".join(mixed) or "nothing"


def _sentences(path: Path) -> list[str]:
    (document,) = load_and_refine_documents(path).documents
    return [line.text for line in document.lines]


def main() -> int:
    """Print what was read of each maker's file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, help="a folder that gets the files")
    parser.add_argument("--python", default=sys.executable, help="a Python that has the makers of PyPI")
    parser.add_argument("--node", default="node_modules", help="a folder of modules that has PDFKit")
    parser.add_argument("--markdown", action="store_true", help="print a table for the documentation")
    said = parser.parse_args()
    row = "| {} | {} | {} | {} |" if said.markdown else "{:18} {:>14} {:>14}  {}"
    print(row.format("maker", "read whole", "in order", "mixed into sentences"))
    missing = []
    for maker in makers(said.python, said.node):
        with tempfile.TemporaryDirectory() as home:
            path = made_pdf(maker, Path(home))
            if path is None:
                missing.append(maker.name)
                continue
            wanted, whole, pairs, in_order, mixed = read_of(path)
            print(row.format(maker.name, f"{whole} of {wanted}", f"{in_order} of {pairs}", mixed), flush=True)
            if said.keep:
                said.keep.mkdir(exist_ok=True)
                shutil.copy(path, said.keep / f"{maker.name.split()[0].lower()}.pdf")
    print(f"not installed, or failed: {', '.join(missing) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
