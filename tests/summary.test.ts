import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { houseOf } from './checks/fixture.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly tests?: Counts;
}

// Plain JavaScript that has no types, because it runs on Node 20 before anything is installed.
const load = (path: string): Promise<unknown> => import(resolve(import.meta.dirname, '../scripts/test', path));
const { summary } = (await load('summary.mjs')) as {
  summary: (planned: string[], results: Result[], seconds: number) => string;
};
const { countVitest, countPlaywright } = (await load('counts.mjs')) as Record<
  'countVitest' | 'countPlaywright',
  (file: string) => Counts
>;

const lastLine = (results: Result[]) => summary(['types', 'tests', 'journeys'], results, 3).split('\n').at(-1);

describe('the summary of npm test', () => {
  it('ends with the tests of both runners added up', () => {
    const results = [
      { name: 'types', passed: true, seconds: 1 },
      { name: 'tests', passed: true, seconds: 1, tests: { passed: 40, failed: 0, skipped: 1 } },
      { name: 'journeys', passed: false, seconds: 1, tests: { passed: 2, failed: 3, skipped: 0 } },
    ];
    expect(lastLine(results)).toBe('42 passed, 3 failed');
  });

  it('counts a failure for a stage that failed without a failing test', () => {
    expect(lastLine([{ name: 'types', passed: false, seconds: 1 }])).toBe('0 passed, 1 failed');
    const crashed = { name: 'tests', passed: false, seconds: 1, tests: { passed: 5, failed: 0, skipped: 0 } };
    expect(lastLine([crashed])).toBe('5 passed, 1 failed');
  });

  it('names the stages that were not run', () => {
    const text = summary(['types', 'tests'], [{ name: 'types', passed: false, seconds: 1.25 }], 2);
    expect(text).toMatch(/^types +FAILED +1\.\d$/m);
    expect(text).toMatch(/^tests +not run$/m);
  });
});

describe('the counts', () => {
  it('of a Vitest report take a file that could not be loaded for a failure', () => {
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
    const root = houseOf({ 'vitest.json': JSON.stringify(report) });
    expect(countVitest(join(root, 'vitest.json'))).toEqual({ passed: 2, failed: 2, skipped: 2 });
  });

  it('of a Playwright report take a flaky test for a failure', () => {
    const root = houseOf({ 'p.json': '{"stats":{"expected":3,"unexpected":1,"flaky":1,"skipped":2}}' });
    expect(countPlaywright(join(root, 'p.json'))).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });

  it('of a report that is not there are nothing', () => {
    const nothing = { passed: 0, failed: 0, skipped: 0 };
    expect([countVitest('/nowhere.json'), countPlaywright('/nowhere.json')]).toEqual([nothing, nothing]);
  });
});
