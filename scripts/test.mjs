// `npm test`: installs, then runs groups of stages and stops after the first group with a failure;
// with CI set it runs them all. Runs on Node 20 before anything is installed.
//
//   npm test                          everything
//   npm test -- --only checks         format, lint, types, boundaries, measures, unused code
//   npm test -- --only vitest FILTER  unit and integration tests whose path contains FILTER
//   npm test -- --only journeys NAME  browser journeys, arguments as for Playwright
//   npm test -- --only browsers NAME  journeys in Firefox and WebKit, where these are installed
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstall } from './prepare/install.mjs';
import { SetupError, secondsSince } from './prepare/run.mjs';
import { planGroups } from './test/stages.mjs';
import { formatFailures, formatSummary } from './test/summary.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
// Tests are about the choices of the project, whatever this machine's shop has.
process.env.SHOP_CONFIG = 'shop.config.ts';
const reports = join(root, '.reports');
const print = (line) => console.log(line);

function parseArguments(args) {
  if (args.length === 0) return { only: undefined, rest: [] };
  const [flag, only, ...rest] = args;
  const known = ['checks', 'vitest', 'journeys', 'browsers'];
  if (flag !== '--only' || !known.includes(only) || (only === 'checks' && rest.length > 0)) {
    throw new SetupError(
      `npm test: unknown arguments ${args.join(' ')}`,
      `Try: npm test -- --only ${known.join('|')} [filter]`,
    );
  }
  return { only, rest };
}

async function runStage(stage) {
  const start = Date.now();
  const { code, output, timedOut } = await stage.work();
  const seconds = (Date.now() - start) / 1000;
  writeFileSync(join(reports, `${stage.name.replaceAll(' ', '-')}.log`), output);
  const tests = stage.count?.();
  const passed = code === 0;
  const note = timedOut ? ', stopped by its time limit' : '';
  print(`${passed ? 'ok    ' : 'FAILED'}  ${stage.name}  (${secondsSince(start)}${note}${stage.note ?? ''})`);
  if (!passed) print([formatFailures(stage.failures?.() ?? []), output.trimEnd(), ''].join('\n'));
  return { name: stage.name, passed, seconds, tests, flaky: stage.flaky?.() };
}

/** Runs `concurrency` stages at a time. @returns results in the order of the stages */
async function runGroup({ stages, concurrency }) {
  const results = [];
  const waiting = stages.entries();
  const worker = async () => {
    for (const [index, stage] of waiting) {
      if (concurrency === 1 && results.some((result) => !result.passed)) return;
      if (stage.isSlow) print(`        ${stage.name} …`);
      results[index] = await runStage(stage);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

async function main() {
  const start = Date.now();
  const { only, rest } = parseArguments(process.argv.slice(2));
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await ensureInstall(root, print);

  const groups = planGroups(root, only, rest);
  const results = [];
  for (const group of groups) {
    print(`\n${group.title}`);
    results.push(...(await runGroup(group)));
    if (!process.env.CI && results.some((result) => !result.passed)) break;
  }
  const planned = groups.flatMap((group) => group.stages.map((stage) => stage.name));
  print(`\n${formatSummary(planned, results, (Date.now() - start) / 1000)}`);
  return results.every((result) => result.passed);
}

try {
  if (!(await main())) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.report());
  process.exitCode = 1;
}
