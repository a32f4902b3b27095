import { stripVTControlCharacters } from 'node:util';

/**
 * A table of the stages, and the journeys that failed once. The last line `N passed, N failed` counts the tests of both runners, and
 * one failure for each failed stage without a failing test.
 */
export function formatSummary(planned, results, seconds) {
  const width = Math.max(...planned.map((name) => name.length));
  const row = (name, result, time, tests) =>
    `${name.padEnd(width)}  ${result.padEnd(7)}  ${time.padStart(7)}  ${tests}`;
  const lines = planned.map((name) => {
    const result = results.find((candidate) => candidate?.name === name);
    if (result === undefined) return row(name, 'not run', '', '').trimEnd();
    const word = result.passed ? 'passed' : 'FAILED';
    return row(name, word, result.seconds.toFixed(1), formatCounts(result.tests)).trimEnd();
  });
  const ran = results.filter(Boolean);
  const passed = ran.reduce((sum, { tests }) => sum + (tests?.passed ?? 0), 0);
  const failed = ran.reduce((sum, result) => sum + countFailures(result), 0);
  return [
    row('stage', 'result', 'seconds', 'tests'),
    ...lines,
    row('total', '', seconds.toFixed(1), '').trimEnd(),
    '',
    ...listFlaky(ran.flatMap(({ flaky }) => flaky ?? [])),
    `${passed} passed, ${failed} failed`,
  ].join('\n');
}

function listFlaky(flaky) {
  return flaky.length === 0 ? [] : ['failed once:', formatFailures(flaky), ''];
}

/** Title and message of at most `limit` failures, without colours and stack traces. */
export function formatFailures(failures, limit = 20) {
  const lines = failures.slice(0, limit).flatMap(({ title, message }) => {
    const plain = stripVTControlCharacters(message).split('\n');
    const words = plain.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('at '));
    return [`  ${title}`, ...words.slice(0, 6).map((line) => `      ${line.slice(0, 200)}`)];
  });
  if (failures.length > limit) lines.push(`  and ${failures.length - limit} more`);
  return lines.join('\n');
}

function countFailures({ passed, tests }) {
  const failed = tests?.failed ?? 0;
  return passed ? failed : Math.max(failed, 1);
}

function formatCounts(tests) {
  if (tests === undefined) return '';
  const counts = Object.entries(tests).filter(([name, count]) => count > 0 || name === 'passed');
  return counts.map(([name, count]) => `${count} ${name}`).join(', ');
}
