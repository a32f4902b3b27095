import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogOutput } from './log-output.ts';

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'log');
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `line ${from + at}\n`);

describe('the output of the log', () => {
  it('writes every line in order, also at exit', async () => {
    const file = temporaryFile();
    const fd = openSync(file, 'a');
    onTestFinished(() => closeSync(fd));
    const output = createLogOutput(fd);
    for (const line of numbers(0, 2_000)) output.write(line);
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(numbers(0, 2_000).join(''));
    for (const line of numbers(2_000, 2_010)) output.write(line);
    // The first of them is being written already.
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('line 2000\n');
    output.flushSync();
    await expect.poll(() => readFileSync(file, 'utf8').split('\n').toSorted()).toHaveLength(2_011);
  });

  it('buffers lines for a slow reader, and waits at most a second at exit', async () => {
    const file = temporaryFile();
    execFileSync('mkfifo', [file]);
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const fd = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
    onTestFinished(() => {
      closeSync(fd);
      closeSync(reader);
    });
    const output = createLogOutput(fd);
    const lines = numbers(0, 20_000);
    for (const line of lines) output.write(line);
    let read = '';
    const buffer = Buffer.alloc(64 * 1024);
    const readOn = () => {
      try {
        read += buffer.toString('utf8', 0, readSync(reader, buffer));
      } catch {
        // Nothing there yet.
      }
      return read.length;
    };
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect.poll(readOn, { interval: 10 }).toBe(lines.join('').length);
    expect(read).toBe(lines.join(''));
    for (const line of lines) output.write(line);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const begun = performance.now();
    output.flushSync();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it.runIf(existsSync('/dev/full'))('neither ends the process on a full disk nor keeps it alive', () => {
    const program = `
      import { createLog } from '#platform/http/log.ts';
      const log = createLog('info');
      log.info({}, 'first');
      setTimeout(() => {
        log.fatal({}, 'second');
        log.info({}, 'third');
        process.exit(7);
      }, 100);`;
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const parameters = ['--input-type=module-typescript', '--no-warnings', '-e', program];
    const { status, signal } = spawnSync(process.execPath, parameters, {
      stdio: ['ignore', 'ignore', full],
      timeout: 120_000,
    });
    expect({ status, signal }).toEqual({ status: 7, signal: null });
  });
});
