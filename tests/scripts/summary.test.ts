import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from '../checks/create-project.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Failure {
  readonly title: string;
  readonly message: string;
}

interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly tests?: Counts;
  readonly flaky?: Failure[];
}

// These scripts are plain JavaScript, because they run on Node 20 before anything is installed.
const load = (path: string): Promise<unknown> => import(resolve(import.meta.dirname, '../../scripts/test', path));
const { formatFailures, formatSummary } = (await load('summary.mjs')) as {
  formatFailures: (failures: Failure[], limit?: number) => string;
  formatSummary: (planned: string[], results: Result[], seconds: number) => string;
};
const { countVitest, countPlaywright, readFlakyJourneys, readVitestFailures, readPlaywrightFailures } = (await load(
  'counts.mjs',
)) as Record<'countVitest' | 'countPlaywright', (file: string) => Counts> &
  Record<'readFlakyJourneys' | 'readVitestFailures' | 'readPlaywrightFailures', (file: string) => Failure[]>;

const lastLine = (results: Result[]) => formatSummary(['types', 'tests', 'journeys'], results, 3).split('\n').at(-1);

describe('the summary of npm test', () => {
  it('ends with the totals of both runners', () => {
    const results = [
      { name: 'types', passed: true, seconds: 1 },
      { name: 'tests', passed: true, seconds: 1, tests: { passed: 40, failed: 0, skipped: 1 } },
      { name: 'journeys', passed: false, seconds: 1, tests: { passed: 2, failed: 3, skipped: 0 } },
    ];
    expect(lastLine(results)).toBe('42 passed, 3 failed');
  });

  it('counts one failure for a failed stage without a failing test', () => {
    expect(lastLine([{ name: 'types', passed: false, seconds: 1 }])).toBe('0 passed, 1 failed');
    const crashed = { name: 'tests', passed: false, seconds: 1, tests: { passed: 5, failed: 0, skipped: 0 } };
    expect(lastLine([crashed])).toBe('5 passed, 1 failed');
  });

  it('lists journeys that failed once before the totals', () => {
    const flaky = [{ title: 'c.journey.ts: reads (phone)', message: 'too late' }];
    const tests = { passed: 1, failed: 0, skipped: 0 };
    const text = formatSummary(['journeys'], [{ name: 'journeys', passed: true, seconds: 1, tests, flaky }], 1);
    expect(text).toMatch(/\n\nfailed once:\n {2}c\.journey\.ts: reads \(phone\)\n {6}too late\n\n1 passed, 0 failed$/);
  });

  it('lists stages that were not run', () => {
    const text = formatSummary(['types', 'tests'], [{ name: 'types', passed: false, seconds: 1.25 }], 2);
    expect(text).toMatch(/^types +FAILED +1\.\d$/m);
    expect(text).toMatch(/^tests +not run$/m);
  });
});

describe('the counts', () => {
  it('of a Vitest report include a file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
      ],
    };
    const root = createProject({ 'vitest.json': JSON.stringify(report) });
    expect(countVitest(join(root, 'vitest.json'))).toEqual({ passed: 2, failed: 2, skipped: 2 });
  });

  it('of a Playwright report take one journey that failed once as passed, and two as failed', () => {
    const stats = (flaky: number) => JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky, skipped: 2 } });
    const root = createProject({ 'one.json': stats(1), 'two.json': stats(2) });
    expect(countPlaywright(join(root, 'one.json'))).toEqual({ passed: 4, failed: 1, skipped: 2 });
    expect(countPlaywright(join(root, 'two.json'))).toEqual({ passed: 3, failed: 3, skipped: 2 });
  });

  it('of a missing report are zero', () => {
    const nothing = { passed: 0, failed: 0, skipped: 0 };
    expect([countVitest('/nowhere.json'), countPlaywright('/nowhere.json')]).toEqual([nothing, nothing]);
  });
});

describe('the list of failures', () => {
  it('is read from both reports, including a file that could not be loaded', () => {
    const unit = {
      testResults: [
        { name: '/shop/a.test.ts', status: 'failed', message: 'cannot load', assertionResults: [] },
        {
          name: '/shop/b.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'fine', failureMessages: [] },
            { status: 'failed', fullName: 'a cart keeps', failureMessages: ['expected 1 to be 2'] },
          ],
        },
      ],
    };
    const test = (status: string) => ({ status, projectName: 'phone', results: [{ error: { message: 'too late' } }] });
    const spec = (title: string, status: string) => ({ file: 'c.journey.ts', title, tests: [test(status)] });
    const journeys = {
      errors: [{ message: 'no browser' }],
      suites: [
        { suites: [{ specs: [spec('buys', 'unexpected'), spec('looks', 'expected'), spec('reads', 'flaky')] }] },
      ],
    };
    const root = createProject({ 'v.json': JSON.stringify(unit), 'p.json': JSON.stringify(journeys) });
    expect(readVitestFailures(join(root, 'v.json'))).toEqual([
      { title: '/shop/a.test.ts', message: 'cannot load' },
      { title: 'b.test.ts: a cart keeps', message: 'expected 1 to be 2' },
    ]);
    expect(readPlaywrightFailures(join(root, 'p.json'))).toEqual([
      { title: 'before the journeys', message: 'no browser' },
      { title: 'c.journey.ts: buys (phone)', message: 'too late' },
    ]);
    expect(readFlakyJourneys(join(root, 'p.json'))).toEqual([
      { title: 'c.journey.ts: reads (phone)', message: 'too late' },
    ]);
  });

  it('is formatted without colours and stack traces', () => {
    const failures = [
      { title: 'one', message: '\u001b[31mwrong\u001b[39m\n\n    at file.ts:1' },
      { title: 'two', message: 'x' },
    ];
    expect(formatFailures(failures, 1)).toBe('  one\n      wrong\n  and 1 more');
  });
});
