"""Pictures as two renderers draw them: Chromium, and resvg, which shares no code with it."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest

from tests.browsing import REQUIRED, browser
from tests.helpers import FIXTURES, aofref, sampled
from tests.pages import random_record

__all__ = ["browser"]
resvg = pytest.importorskip("resvg_py")
WIDTH = 600
FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
"""What both renderers draw letters with, whatever else a machine has: Debian's fonts-dejavu-core."""
COMPARED = """async ([svg, png, width]) => {
    const drawn = await Promise.all([["svg+xml", svg], ["png", png]].map(async ([kind, data]) => {
        const image = new Image();
        image.src = `data:image/${kind};base64,${data}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = width;
        canvas.height = Math.round(width * image.naturalHeight / image.naturalWidth);
        const context = canvas.getContext("2d");
        context.filter = "blur(2px)";  // letters and edges are not drawn alike to the point
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return context.getImageData(0, 0, canvas.width, canvas.height).data;
    }));
    let wrong = 0, ink = 0;
    for (let at = 0; at < drawn[0].length; at += 4) {
        const far = Math.max(...[0, 1, 2].map(n => Math.abs(drawn[0][at + n] - drawn[1][at + n])));
        wrong += far > 48;
        ink += drawn[0][at] + drawn[0][at + 1] + drawn[0][at + 2] < 600;
    }
    return [wrong / (drawn[0].length / 4), ink / (drawn[0].length / 4)];
}"""


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--view", "stacked", "--pieces", "drawings"),
        ("--theme", "print", "--caption", "--width", "80"),
        ("--bindings", "N", "--cells"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("name", sampled(["aof6", "heathen-europe"], "heathen-europe"))
def test_two_renderers_draw_alike(browser: Any, name: str, options: tuple[str, ...]) -> None:
    if not REQUIRED and not FONT.exists():
        pytest.skip("fonts-dejavu-core is not installed")
    drawn = aofref("show", "--format", "svg", *options, "-", stdin=random_record(name, 30)).stdout
    svg = re.sub(r"font-family:[^;}]*", "font-family:'DejaVu Sans'", drawn)
    assert svg != drawn
    other = resvg.svg_to_bytes(
        svg_string=svg, width=WIDTH, dpi=96.0, skip_system_fonts=True, font_dirs=[str(FONT.parent)]
    )
    page = browser.new_page()
    wrong, ink = page.evaluate(COMPARED, [*map(_base64, (svg.encode(), bytes(other))), WIDTH])
    page.close()
    assert ink > 0.02
    assert wrong < 0.004


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def test_a_picture_for_print_has_no_colour() -> None:
    for view in ("flat", "stacked"):
        words = ("--theme", "print", "--view", view, "--pieces", "drawings", "-")
        svg = aofref("show", "--format", "svg", *words, stdin=random_record("aof2", 30)).stdout
        assert set(re.findall(r"[:\"](#[0-9a-f]{3,6})[;}\"]", svg)) == {"#000", "#fff"}
        assert svg.count('class="h men"') > 100  # hatched cells


def test_a_caption_stands_in_a_picture_of_its_width() -> None:
    record = str(FIXTURES / "records" / "aof2-00-first.aof")
    plain = aofref("show", "--format", "svg", record).stdout
    svg = aofref("show", "--format", "svg", "--caption", "--width", "86", record).stdout
    assert 'width="86mm"' in svg
    caption = "Anna – Bela – Carl – Dora. aofref: a first record."
    assert caption in svg and caption not in plain
    assert 'class="head"' in plain and 'class="head"' not in svg
    assert aofref("show", "--width", "86", record).exit_code == 2
    assert aofref("show", "--format", "svg", "--width", "0", record).exit_code == 2
