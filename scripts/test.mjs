// The whole of `npm test`: installs, then runs the stages group by group and stops after the first group in which
// something failed; with CI set it goes on, to tell all at once. Runs on Node 20 before anything is installed.
//
//   npm test                          everything
//   npm test -- --only checks         format, lint, types, boundaries, measures, unused code
//   npm test -- --only vitest FILTER  unit and integration tests whose path contains FILTER
//   npm test -- --only journeys NAME  browser journeys, arguments as for Playwright
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstall } from './prepare/install.mjs';
import { SetupError, secondsSince } from './prepare/run.mjs';
import { plan } from './test/stages.mjs';
import { briefly, summary } from './test/summary.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const reports = join(root, '.reports');
const say = (line) => console.log(line);

function choice(args) {
  if (args.length === 0) return { only: undefined, rest: [] };
  const [flag, only, ...rest] = args;
  const known = ['checks', 'vitest', 'journeys'];
  if (flag !== '--only' || !known.includes(only) || (only === 'checks' && rest.length > 0)) {
    throw new SetupError(
      `npm test does not know: ${args.join(' ')}`,
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
  const note = timedOut ? ', stopped: it took too long' : '';
  say(`${passed ? 'ok    ' : 'FAILED'}  ${stage.name}  (${secondsSince(start)}${note})`);
  if (!passed) say([briefly(stage.failures?.() ?? []), output.trimEnd(), ''].join('\n'));
  return { name: stage.name, passed, seconds, tests };
}

/** Several at a time where the group allows it; the order of the results is that of the stages. */
async function runGroup({ stages, atOnce }) {
  const results = [];
  const waiting = stages.entries();
  const worker = async () => {
    for (const [index, stage] of waiting) {
      if (atOnce === 1 && results.some((result) => !result.passed)) return;
      if (stage.slow) say(`        ${stage.name} …`);
      results[index] = await runStage(stage);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

async function main() {
  const start = Date.now();
  const { only, rest } = choice(process.argv.slice(2));
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await ensureInstall(root, say);

  const groups = plan(root, only, rest);
  const results = [];
  for (const group of groups) {
    say(`\n${group.title}`);
    results.push(...(await runGroup(group)));
    if (!process.env.CI && results.some((result) => !result.passed)) break;
  }
  const planned = groups.flatMap((group) => group.stages.map((stage) => stage.name));
  say(`\n${summary(planned, results, (Date.now() - start) / 1000)}`);
  return results.every((result) => result.passed);
}

try {
  if (!(await main())) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.report());
  process.exitCode = 1;
}
