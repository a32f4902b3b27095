import { stripVTControlCharacters } from 'node:util';

/**
 * A table of the stages and, as its last line, `N passed, N failed`: the tests of both runners, and one failure for
 * each failed stage in which no test failed, so that the line never says 0 failed of a run that failed.
 */
export function summary(planned, results, seconds) {
  const width = Math.max(...planned.map((name) => name.length));
  const row = (name, result, time, tests) =>
    `${name.padEnd(width)}  ${result.padEnd(7)}  ${time.padStart(7)}  ${tests}`;
  const lines = planned.map((name) => {
    const result = results.find((one) => one?.name === name);
    if (result === undefined) return row(name, 'not run', '', '').trimEnd();
    const word = result.passed ? 'passed' : 'FAILED';
    return row(name, word, result.seconds.toFixed(1), testsOf(result.tests)).trimEnd();
  });
  const ran = results.filter(Boolean);
  const passed = ran.reduce((sum, { tests }) => sum + (tests?.passed ?? 0), 0);
  const failed = ran.reduce((sum, result) => sum + failuresOf(result), 0);
  return [
    row('stage', 'result', 'seconds', 'tests'),
    ...lines,
    row('in all', '', seconds.toFixed(1), '').trimEnd(),
    '',
    `${passed} passed, ${failed} failed`,
  ].join('\n');
}

/** What failed, briefly, for the first screen of a long output: at most `most` tests, of each what went wrong without its colours. */
export function briefly(failures, most = 20) {
  const lines = failures.slice(0, most).flatMap(({ title, message }) => {
    const plain = stripVTControlCharacters(message).split('\n');
    const words = plain.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('at '));
    return [`  ${title}`, ...words.slice(0, 6).map((line) => `      ${line.slice(0, 200)}`)];
  });
  if (failures.length > most) lines.push(`  and ${failures.length - most} more`);
  return lines.join('\n');
}

function failuresOf({ passed, tests }) {
  const failed = tests?.failed ?? 0;
  return passed ? failed : Math.max(failed, 1);
}

function testsOf(tests) {
  if (tests === undefined) return '';
  const counts = Object.entries(tests).filter(([name, count]) => count > 0 || name === 'passed');
  return counts.map(([name, count]) => `${count} ${name}`).join(', ');
}
