"""Room: the browser of the page tests; they are skipped where there is none."""

import os

import pytest

from tests.patience import PATIENCE_S
from tests.sim.browser import CHROMIUM, SIZE
from tests.sim.serving import served


@pytest.fixture(scope="module")
def chromium():
    """A running Chromium, for the tests of one module."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make setup")
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    try:
        running = playwright.sync_playwright().start()
    except Exception:
        if "CI" in os.environ:
            raise
        pytest.skip("the browser's driver does not start; on Debian: apt-get install libatomic1")
    browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield browser
    browser.close()
    running.stop()


@pytest.fixture
def open_page(chromium):
    """open_page(session, locale=..., size=...) -> a page that shows the session; errors in its scripts fail."""
    closers, errors = [], []

    def open_it(session, locale="en-US", size=None):
        serving = served(session)
        port = serving.__enter__()
        context = chromium.new_context(viewport=size or SIZE, locale=locale)
        context.set_default_timeout(1000 * PATIENCE_S)
        closers.extend([lambda: serving.__exit__(None, None, None), context.close])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_selector("body.ready")
        return page

    yield open_it
    for close in reversed(closers):
        close()
    assert errors == []
