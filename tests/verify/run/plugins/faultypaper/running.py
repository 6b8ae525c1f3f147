"""A whole run in a process of its own, to be killed."""


def audit(ids, folder, cache, executor):
    from verify.claims.registry import load_installed
    from verify.run import runner
    from verify.run.cache import Cache
    from verify.run.decide import Settings
    from verify.run.executors import Pool

    papers, _ = load_installed({"faulty"})
    runner.run(papers, ids, Settings(effort="quick"), folder, pool=Pool(executor, 1), cache=Cache.opened(cache, print))
