import { readFileSync } from 'node:fs';

/** @returns {{ passed: number, failed: number, skipped: number }} of Vitest's JSON report; nothing of one that is not there */
export function countVitest(file) {
  const report = read(file);
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 };
  // A file that can't even be loaded has no tests in the report, but it has failed.
  const unloaded = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The same of Playwright's JSON report. */
export function countPlaywright(file) {
  const report = read(file);
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
