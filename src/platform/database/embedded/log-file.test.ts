import { mkdirSync, mkdtempSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../log.ts';
import { rotateLog } from './log-file.ts';

it('a log that can not be rotated is kept with a warning, and rotated later', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'postgres.log');
  const warnings: string[] = [];
  const trim = () => rotateLog(path, { ...silentLog, warn: (_, message) => warnings.push(message) });
  trim();
  writeFileSync(path, 'x'.repeat(6 * 1024 * 1024));
  mkdirSync(`${path}.1`);
  trim();
  expect(warnings).toEqual(['the log of PostgreSQL could not be rotated']);
  expect(statSync(path).size).toBe(6 * 1024 * 1024);
  rmdirSync(`${path}.1`);
  trim();
  expect([statSync(path).size, statSync(`${path}.1`).size]).toEqual([0, 6 * 1024 * 1024]);
  expect(warnings).toHaveLength(1);
});
