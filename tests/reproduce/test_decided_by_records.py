"""Claims about trained models are decided by what a record of full scale measured, and by nothing smaller; known true and false numbers give both verdicts."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

import reproduce
from reproduce.frdp.tables_1_3 import TABLE_1
from reproduce.frdp.tables_1_3 import Table as Generated
from reproduce.wdp import table_2
from theorems.frdp import printed_tables
from verify.claims.registry import load_installed
from verify.reproductions import recorded, store
from verify.reproductions.verdicts import decide

PRINTED = {"none": 99.0, "dp": 96.2, "bdp": 95.6, "wasserstein-infimum": 95.4, "wasserstein-sum": 96.0}


def trained(name, values, seed=0):
    return [{"noise_chosen_by": name, "seed": seed, "epoch": epoch, "accuracy": value} for epoch, value in enumerate(values, 1)]


def statuses(id, runs):
    papers, _ = load_installed({id.partition("/")[0]})
    return {(line["part"], line["reading"]): line["status"] for line in decide(papers[id.partition("/")[0]], (id,), runs, {"record": id, "scale": "full"})}


def test_fields_are_means_over_the_seeds_and_the_first_epoch_at_the_goal():
    rows = [*trained("not private", [0.9, 0.99]), *trained("moments", [0.95, 0.94]), *trained("bayesian", [0.955, 0.95], 0), *trained("bayesian", [0.965, 0.99], 1)]
    rows += [*trained("wasserstein-infimum", [0.97, 0.98]), *trained("wasserstein-sum", [0.5, 0.96])]
    found = table_2.fields(rows, "mnist")
    assert found["accuracy"]["none"] == {"mnist": 99.0} and found["accuracy"]["bdp"]["mnist"] == pytest.approx(97.0, rel=1e-12)
    assert {noise: by["mnist"] for noise, by in found["epochs"].items()} == {"none": 2, "dp": float("inf"), "bdp": 1, "wasserstein-infimum": 1, "wasserstein-sum": 2}


def test_accuracies_that_round_to_the_printed_digits_are_supported_and_others_refuted():
    found = statuses("wdp/tab-2-accuracy", {"deep-learning": {0: {"accuracy": {noise: {"mnist": value} for noise, value in PRINTED.items()}}}})
    assert found["mnist-not-private", "main"] == "SUPPORTED"
    assert {reading: found["mnist-private", reading] for reading in ("dp", "bdp", "wdp-infimum", "wdp-sum")} == {"dp": "SUPPORTED", "bdp": "SUPPORTED", "wdp-infimum": "REFUTED", "wdp-sum": "SUPPORTED"}
    assert found["cifar-10-private", "dp"] == "NOT_CHECKED"


def test_epochs_are_compared_with_the_text():
    def text(dp, bdp, wdp):
        return statuses("wdp/text-epochs", {"deep-learning": {0: {"epochs": {"dp": {"mnist": dp}, "bdp": {"mnist": bdp}, "wasserstein-infimum": {"mnist": wdp}, "wasserstein-sum": {"mnist": wdp}}}}})

    assert set(text(float("inf"), 51, 16).values()) == {"SUPPORTED"}
    assert set(text(100, 50, 17).values()) == {"REFUTED"}


def generated(shift):
    release = {variant: {epsilon: float(printed_tables.cell(variant, epsilon, "mnist-acc")) + shift for epsilon in ("1", "0.2")} for variant in ("conditional", "parallel")}
    return {"generated-images-tab-1": {0: {"accuracy": {"constant-square-eq-8": {"mnist": release}}}}}


@pytest.mark.parametrize(("shift", "digits", "deviation"), [(0.04, "SUPPORTED", "SUPPORTED"), (-0.3, "REFUTED", "SUPPORTED"), (0.7, "REFUTED", "REFUTED")])
def test_generated_images_are_compared_by_digits_and_by_the_printed_deviation(shift, digits, deviation):
    found = statuses("frdp/tab-1", generated(shift))
    assert found["mnist-accuracy", "digits+code"] == digits and found["mnist-accuracy", "deviation+code"] == deviation
    assert found["mnist-accuracy", "digits+jointly"] == found["fmnist-accuracy", "digits+code"] == found["mnist-fid", "code"] == "NOT_CHECKED"


def test_the_fields_of_a_table_are_those_that_its_claims_name():
    rows = [{"variant": "conditional", "release": "constant-value", "target_epsilon": 0.2, "accuracy": value, "frechet": 1.0} for value in (0.5, 0.7)]
    assert Generated(("1", "0.2"), "p").fields(rows, "mnist")["accuracy"]["constant-value"]["mnist"]["conditional"]["0.2"] == pytest.approx(60.0, rel=1e-12)
    assert TABLE_1.keeps == ("generated-images-tab-1",) and TABLE_1.claims == ("frdp/tab-1",)


def test_the_records_that_are_shipped_are_whole_and_none_below_full_scale_decides_a_claim():
    root = Path(reproduce.__file__).parent / recorded.SHIPPED
    assert root in recorded.shipped()
    found = store.read_all(root)
    assert found and all(record["status"] == "DONE" for record in found)
    assert [record["id"] for record in found if record["scale"] != "full" and store.RUNS in record["files"]] == []
