"""Runs every test of this folder, and prints a line of JSON for each: its name, whether it held, and what was wrong."""

import json
import sys
import unittest
from pathlib import Path
from typing import Any, Optional


class Report(unittest.TestResult):
    def tell(self, test: Any, ok: bool, detail: str = "", skipped: Optional[str] = None) -> None:
        name = test.shortDescription() or test.id()
        print(json.dumps({"name": name, "ok": ok, "detail": detail, "skipped": skipped}), flush=True)

    def addSuccess(self, test: Any) -> None:
        self.tell(test, True)

    def addSkip(self, test: Any, reason: str) -> None:
        self.tell(test, True, skipped=reason)

    def addFailure(self, test: Any, err: Any) -> None:
        self.tell(test, False, self._exc_info_to_string(err, test))  # type: ignore[attr-defined]

    addError = addFailure


if __name__ == "__main__":
    folder = Path(__file__).parent
    suite = unittest.defaultTestLoader.discover(str(folder), top_level_dir=str(folder.parent))
    report = Report()
    suite.run(report)
    sys.exit(0 if report.testsRun > 0 else 1)
