"""Engines: each turns a task into a finding. Generic: none of them knows a paper."""
