"""Room: `make hardware`: writes the parts asked for, names what it does not know, goes on after one that failed."""

from types import SimpleNamespace

from host_tools.hardware import __main__ as command


def test_a_part_that_does_not_exist_is_named(capsys):
    assert command.main(["wirring"]) == 1
    assert "there is no part wirring; known are wiring, " in capsys.readouterr().err


def test_the_sentence_of_each_part_is_printed_and_a_failure_stops_nobody(monkeypatch, capsys):
    def missing():
        raise OSError("Graphviz is missing")

    modules = {"one": SimpleNamespace(write=missing), "two": SimpleNamespace(write=lambda: "3 files written")}
    monkeypatch.setattr(command, "PARTS", {"wiring": "one", "parts": "two"})
    monkeypatch.setattr(command.importlib, "import_module", modules.get)
    assert command.main([]) == 1
    printed = capsys.readouterr()
    assert printed.out == "parts: 3 files written\n"
    assert printed.err == "hardware: wiring was not written: Graphviz is missing\n"
    assert command.main(["parts"]) == 0
