import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../prepare/build.mjs';
import { colourEnvironment, run, SetupError, withInstalledFirst } from '../prepare/run.mjs';
import {
  countPlaywright,
  countVitest,
  isTooFlaky,
  readFlakyJourneys,
  readPlaywrightFailures,
  readVitestFailures,
} from './counts.mjs';
import { findFirefox, listMissingForWebKit } from './installed-browsers.mjs';

const minute = 60_000;
/** Biome ignores NO_COLOR. */
const biomeColours = process.stdout.isTTY ? 'force' : 'off';

/** Each makes its own copy of the types that it meets: the usual four make a third more than two. */
const checkers = Math.min(availableParallelism(), 4);

/**
 * The groups of stages to run, in order. A stage is `{ name, isSlow, note, work, count, failures, flaky }`:
 * `work` returns what `run` returns; `count`, `failures` and `flaky` read its report.
 */
export function planGroups(root, only, rest) {
  const checks = { title: 'Checks', concurrency: 2, stages: checkStages(root) };
  const build = { title: 'Build', concurrency: 1, stages: buildStages(root) };
  const tests = { title: 'Tests', concurrency: 1, stages: [vitestStage(root, rest)] };
  const journeys = { title: 'Journeys', concurrency: 1, stages: [journeyStage(root, rest)] };
  const browsers = { title: 'Other browsers', concurrency: 1, stages: [browsersStage(root, rest)] };
  if (only === 'checks') return [checks];
  if (only === 'vitest') return [build, tests];
  if (only === 'journeys') return [build, journeys];
  if (only === 'browsers') return [build, browsers];
  return [checks, build, tests, journeys, browsers];
}

function checkStages(root) {
  const stage = (name, ...command) => ({ name, work: () => runNode(root, command, 5 * minute) });
  return [
    stage(
      'format and lint',
      installed('@biomejs/biome/bin/biome'),
      'ci',
      '--error-on-warnings',
      `--colors=${biomeColours}`,
      '.',
    ),
    stage('types', installed('typescript/bin/tsc'), '--noEmit', '--checkers', String(checkers)),
    stage('boundaries', 'scripts/check-boundaries.ts'),
    stage('measures', 'scripts/check-measures.ts'),
    stage('unused', installed('knip/bin/knip.js'), '--no-progress'),
  ];
}

function buildStages(root) {
  return [
    { name: 'build', work: () => build(root) },
    { name: 'bundle', work: () => runNode(root, ['scripts/check-bundle.ts'], minute) },
  ];
}

function vitestStage(root, rest) {
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=.reports/vitest.json'];
  return {
    name: 'unit and integration',
    isSlow: true,
    work: () => runNode(root, [installed('vitest/vitest.mjs'), 'run', ...reporters, ...rest], 40 * minute),
    count: () => countVitest(join(root, '.reports', 'vitest.json')),
    failures: () => readVitestFailures(join(root, '.reports', 'vitest.json')),
  };
}

/** A journey that fails runs a second time. Two that failed once fail the stage. */
const journeyStage = (root, rest) => playwrightStage(root, 'journeys', ['playwright', 'flaky'], rest);

/** Journeys in Firefox and WebKit. Those of a browser that is not installed are skipped. */
function browsersStage(root, rest) {
  const missing = [...(findFirefox() ? [] : ['Firefox']), ...listMissingForWebKit()];
  const note = missing.length === 0 ? '' : `, skipped: ${missing.join(' and ')} not installed`;
  const config = join('e2e', 'browsers', 'playwright.config.ts');
  return {
    ...playwrightStage(root, 'other browsers', ['browsers', 'flaky-browsers'], ['--config', config, ...rest]),
    note,
  };
}

/** @param files names of its reports: all journeys, and those that failed once */
function playwrightStage(root, name, files, rest) {
  const [report, flakyReport] = files.map((file) => join(root, '.reports', `${file}.json`));
  const flaky = () => readFlakyJourneys(report);
  const failures = () => {
    const failedOnce = flaky();
    return [...readPlaywrightFailures(report), ...(isTooFlaky(failedOnce.length) ? failedOnce : [])];
  };
  const work = async () => {
    const result = await runNode(root, [installed('@playwright/test/cli.js'), 'test', ...rest], 20 * minute);
    writeFileSync(flakyReport, `${JSON.stringify(flaky(), null, 2)}\n`);
    return isTooFlaky(flaky().length) ? { ...result, code: result.code || 1 } : result;
  };
  return { name, isSlow: true, work, count: () => countPlaywright(report), failures, flaky };
}

const installed = (path) => join('node_modules', path);

function runNode(root, command, limit) {
  // NODE_ENV of the caller's shell would decide which build of React the tests load.
  const { NODE_ENV: _, ...environment } = process.env;
  const env = withInstalledFirst(root, { ...environment, ...colourEnvironment(process.stdout) });
  return run(['sh', join('scripts', 'node'), ...command], { cwd: root, env, limit });
}

async function build(root) {
  const lines = [];
  try {
    await ensureBuild(root, (line) => lines.push(line));
    return { code: 0, output: `${lines.join('\n')}\n`, timedOut: false };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { code: 1, output: [...lines, error.report()].join('\n'), timedOut: false };
  }
}
