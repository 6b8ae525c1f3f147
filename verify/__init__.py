"""claimcheck's machinery: the claim language, quantities, engines, evidence, runner, report and command line."""
