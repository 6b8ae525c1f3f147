"""placeholder"""
from verify.engines.task import Finding, Task, cannot
def decide(task: Task) -> Finding:
    return cannot("sampling", "not applicable")
