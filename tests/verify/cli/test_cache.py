"""``cache info`` and ``cache prune``, and the options of a run that name a cache or turn it off."""

import json

QUICK = ("--effort", "quick", "--workers", "1", "--quiet")


def test_runs_share_findings_until_they_are_pruned(claimcheck, tmp_path):
    out, cache = ("--out", tmp_path / "out"), ("--cache", tmp_path / "cache")
    assert claimcheck("run", "toy/false", *QUICK, *out, *cache)[2] == ""
    assert "2 statements taken from the cache" in claimcheck("run", "toy/false", *QUICK, *out, *cache)[2]
    assert claimcheck("run", "toy/false", *QUICK, *out, "--no-cache")[2] == ""
    code, printed, _ = claimcheck("cache", "info", *cache, "--json")
    facts = json.loads(printed)
    assert code == 0 and (facts["findings"], facts["of_this_version"], facts["damaged"]) == (2, 2, 0) and facts["bytes"] > 1000
    assert "2 findings" in claimcheck("cache", "info", *cache)[1] and "0 findings removed, 2 kept" in claimcheck("cache", "prune", *cache)[1]
    assert "2 findings removed, 0 kept" in claimcheck("cache", "prune", *cache, "--all")[1]


def test_the_environment_names_the_folder(claimcheck, tmp_path, monkeypatch):
    monkeypatch.setenv("CLAIMCHECK_CACHE", str(tmp_path / "cache"))
    claimcheck("run", "toy/true", *QUICK, "--out", tmp_path / "out")
    assert json.loads(claimcheck("cache", "info", "--json")[1])["findings"] == 1


def test_bad_input_is_met_with_what_to_do(claimcheck, tmp_path):
    (tmp_path / "file").write_text("mine")
    for words, said in ((("cache", "info", "--cache", tmp_path / "none"), "no such folder"), (("cache", "prune", "--cache", tmp_path), "something else than a cache"),
                        (("cache", "info"), "is off"), (("cache", "prune", "--cache", tmp_path, "--older-than", "-1"), "0 or more"),
                        (("run", "toy/true", "--no-cache", "--cache", tmp_path), "leave one of them out"),
                        (("run", "toy/true", "--executor", "cloud"), "must be one of serial, processes, dask"),
                        (("run", "toy/true", "--executor", "serial", "--scheduler", "tcp://x:1"), "needs --executor dask"),
                        (("run", "toy/true", "--limit", "0"), "above 0"), (("run", "toy/true", "--memory", "nan"), "above 0")):
        code, _, err = claimcheck(*words)
        assert code == 2 and said in err and err.count("\n") == 1
    code, _, err = claimcheck("run", "toy/true", *QUICK, "--out", tmp_path / "out", "--cache", tmp_path / "file")
    assert code == 0 and "--cache" in err and (tmp_path / "file").read_text() == "mine"
