import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

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

/** @returns {{ title: string, message: string }[]} what failed, of Vitest's JSON report */
export function vitestFailures(file) {
  return (read(file)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [{ title: name, message }];
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${basename(name)}: ${fullName}`,
      message: failureMessages.join('\n'),
    }));
  });
}

/** The same of Playwright's JSON report. */
export function playwrightFailures(file) {
  const report = read(file);
  const errors = (report?.errors ?? []).map(({ message }) => ({ title: 'before the journeys', message }));
  return [...errors, ...(report?.suites ?? []).flatMap(failuresOfSuite)];
}

function failuresOfSuite({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => ['unexpected', 'flaky'].includes(status))
      .map(({ projectName, results }) => ({
        title: `${file}: ${title} (${projectName})`,
        message: results.map(({ error }) => error?.message ?? '').join('\n'),
      })),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
