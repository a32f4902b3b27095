import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const email = 'shop@example.com';
const folder = () => mkdtempSync(join(tmpdir(), 'vitrine-config-'));
const problemsOf = (env: Record<string, string>) => {
  const result = readConfig({ DATA_DIR: folder(), ...env }, email);
  return result.ok ? [] : result.problems;
};

describe('the settings', () => {
  it('of a demo shop need nothing: loopback, port 3000, a secret of its own kept from others', () => {
    const dataDir = folder();
    const first = readConfig({ DATA_DIR: dataDir }, email);
    const second = readConfig({ DATA_DIR: dataDir }, email);
    if (!first.ok || !second.ok) throw new Error('expected settings');
    expect(first.config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
    });
    expect(first.config.secrets[0].length).toBeGreaterThanOrEqual(32);
    expect(second.config.secrets).toEqual(first.config.secrets);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('of a live shop must say its address and its secret', () => {
    const problems = problemsOf({ MODE: 'live' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['PUBLIC_URL', 'SECRET']);
  });

  it('take several secrets, the newest first', () => {
    const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
    const result = readConfig({ DATA_DIR: folder(), SECRET: `${newer}, ${older}` }, email);
    expect(result.ok && result.config.secrets).toEqual([newer, older]);
  });

  it.each([
    ['MODE', 'production', "'demo' or 'live'"],
    ['PORT', 'http', 'a port number'],
    ['PORT', '70000', '65535'],
    ['PUBLIC_URL', 'shop.example', 'https://shop.example'],
    ['PUBLIC_URL', 'https://shop.example/shop', 'without a path'],
    ['DATABASE_URL', 'mysql://x', 'postgres://'],
    ['SECRET', 'short', 'at least 32 characters'],
    ['METRICS_PORT', 'yes', "'off'"],
    ['HOST', '0.0.0.0', 'loopback'],
  ])('name a wrong %s (%s) and say what is expected', (name, value, expected) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: expected`));
    expect(problems[0]).toContain(expected);
  });

  it('count an empty value as absent', () => {
    expect(problemsOf({ PORT: '', PUBLIC_URL: '' })).toEqual([]);
  });
});
