import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** @returns {{ passed: number, failed: number, skipped: number }} zeros without a report */
export function countVitest(file) {
  const report = readReport(file);
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 };
  // A file that failed to load has no tests in the report, but counts as a failure.
  const unloaded = report.testResults.filter((result) => {
    return result.status === 'failed' && result.assertionResults.length === 0;
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** As `countVitest`. A flaky test counts as failed. */
export function countPlaywright(file) {
  const report = readReport(file);
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** @returns {{ title: string, message: string }[]} */
export function readVitestFailures(file) {
  return (readReport(file)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [{ title: name, message }];
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${basename(name)}: ${fullName}`,
      message: failureMessages.join('\n'),
    }));
  });
}

/** @returns {{ title: string, message: string }[]} */
export function readPlaywrightFailures(file) {
  const report = readReport(file);
  const errors = (report?.errors ?? []).map(({ message }) => ({ title: 'before the journeys', message }));
  return [...errors, ...(report?.suites ?? []).flatMap(listFailures)];
}

function listFailures({ specs = [], suites = [] }) {
  const failures = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => ['unexpected', 'flaky'].includes(status))
      .map(({ projectName, results }) => ({
        title: `${file}: ${title} (${projectName})`,
        message: results.map(({ error }) => error?.message ?? '').join('\n'),
      })),
  );
  return [...failures, ...suites.flatMap(listFailures)];
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
