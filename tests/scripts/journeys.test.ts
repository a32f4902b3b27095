import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from '../checks/create-project.ts';

const project = resolve(import.meta.dirname, '../..');

/** Runs `npm test -- --only journeys` where the runner only writes its report: of journeys that passed the second time. */
async function runJourneys(titles: readonly string[]) {
  const specs = titles.map((title) => ({
    ...{ file: 'a.journey.ts', title },
    tests: [{ status: 'flaky', projectName: 'phone', results: [{ error: { message: 'too late' } }, {}] }],
  }));
  const report = { stats: { expected: 3, unexpected: 0, flaky: titles.length, skipped: 0 }, suites: [{ specs }] };
  const root = createProject({
    'package-lock.json': '{ "packages": {} }',
    'scripts/check-bundle.ts': '',
    'node_modules/.package-lock.json': '{ "packages": {} }',
    'node_modules/vite/bin/vite.js': `const { mkdirSync, writeFileSync } = require('node:fs');
      for (const name of ['server', 'client/assets']) mkdirSync(process.env.BUILD_FOLDER + '/' + name, { recursive: true });
      for (const name of ['server', 'shop-server', 'shop']) writeFileSync(process.env.BUILD_FOLDER + '/server/' + name + '.js', '');`,
    'node_modules/@playwright/test/cli.js': `require('node:fs').writeFileSync('.reports/playwright.json', ${JSON.stringify(JSON.stringify(report))});`,
  });
  for (const name of ['test.mjs', 'node', 'test', 'prepare'])
    cpSync(join(project, 'scripts', name), join(root, 'scripts', name), { recursive: true });
  mkdirSync(join(root, 'node_modules/.bin'));
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
  const run = spawn(process.execPath, ['scripts/test.mjs', '--only', 'journeys'], { cwd: root });
  let output = '';
  run.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(run, 'close');
  const flaky: { title: string }[] = JSON.parse(readFileSync(join(root, '.reports/flaky.json'), 'utf8'));
  return { code, output, flaky: flaky.map(({ title }) => title) };
}

const buys = 'a.journey.ts: buys (phone)';
const reads = 'a.journey.ts: reads (phone)';

describe('a run of npm test', () => {
  it('passes with one journey that failed once, and lists it above its last line and in a file', async () => {
    const { code, output, flaky } = await runJourneys(['buys']);
    expect([code, flaky]).toEqual([0, [buys]]);
    expect(output).toMatch(
      /\n\nfailed once:\n {2}a\.journey\.ts: buys \(phone\)\n {6}too late\n\n4 passed, 0 failed\n$/,
    );
  });

  it('fails with two of them', async () => {
    const { code, output, flaky } = await runJourneys(['buys', 'reads']);
    expect([code, flaky]).toEqual([1, [buys, reads]]);
    expect(output).toMatch(/\nFAILED {2}journeys .*\n {2}a\.journey\.ts: buys \(phone\)\n/);
    expect(output).toMatch(/\n\nfailed once:\n {2}a\.journey\.ts: buys .*: reads .*\n\n3 passed, 2 failed\n$/s);
  });

  it('lists nothing when all passed at once', async () => {
    const { code, output, flaky } = await runJourneys([]);
    expect([code, flaky]).toEqual([0, []]);
    expect(output).not.toContain('failed once');
  });

  it('repeats journeys once, and nothing else', () => {
    const read = (path: string) => readFileSync(join(project, path), 'utf8');
    expect(read('playwright.config.ts')).toContain('retries: 1,');
    for (const path of ['vitest.config.ts', 'scripts/test/stages.mjs']) expect(read(path)).not.toMatch(/retr(y|ies)/);
  });
});
