"""Reports: pure functions from stored files to pages. Nothing here decides anything, reads a clock or the network."""

from verify.report.files import write_report
from verify.report.html import render_html, render_single_file
from verify.report.markdown import render_markdown
from verify.report.model import ReportError

__all__ = ["ReportError", "render_html", "render_markdown", "render_single_file", "write_report"]
