import { expect, it } from 'vitest';
import { startProgram } from './start-built.ts';

/** As the scripts of package.json do, without the build. */
const start = (...args: string[]) => startProgram(['sh', 'scripts/node', ...args], {}).ended;

it('the benchmarks can be started: their modules load from the sources', async () => {
  const { code, output, errors } = await start('bench/main.ts', '--list');
  expect([code, errors]).toEqual([0, '']);
  expect(output.split('\n')).toContain('queries');
});

it('the soak can be started, and says what is wrong with its options', async () => {
  const { code, errors } = await start('bench/soak.ts', '--wallet', 'many');
  expect(code).toBe(2);
  expect(errors).toContain('--wallet, --cards and --seed: expected whole numbers');
});
