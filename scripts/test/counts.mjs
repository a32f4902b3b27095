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

/** Journeys of one run that may fail once and pass the second time. */
const allowedFlaky = 1;

/** As `countVitest`. Journeys that failed once count as failed when there are too many of them. */
export function countPlaywright(file) {
  const report = readReport(file);
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return isTooFlaky(flaky)
    ? { passed: expected, failed: unexpected + flaky, skipped }
    : { passed: expected + flaky, failed: unexpected, skipped };
}

export const isTooFlaky = (flaky) => flaky > allowedFlaky;

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
  return [...errors, ...(report?.suites ?? []).flatMap((suite) => listTests(suite, 'unexpected'))];
}

/** Journeys that failed once and passed the second time. @returns {{ title: string, message: string }[]} */
export function readFlakyJourneys(file) {
  return (readReport(file)?.suites ?? []).flatMap((suite) => listTests(suite, 'flaky'));
}

function listTests({ specs = [], suites = [] }, wanted) {
  const found = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) => ({
        title: `${file}: ${title} (${projectName})`,
        message: results.map(({ error }) => error?.message ?? '').join('\n'),
      })),
  );
  return [...found, ...suites.flatMap((suite) => listTests(suite, wanted))];
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
