import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

const readLines = (name: string) => readFileSync(join(projectRoot, name), 'utf8').split('\n');
const dockerfile = readLines('Dockerfile');

describe('the image', () => {
  it.each([
    ['demo', {}],
    ['live', { PUBLIC_URL: 'https://shop.example', SECRET: randomBytes(32).toString('hex') }],
  ])('has variables with which a %s shop opens', (mode, given) => {
    const start = dockerfile.findIndex((line) => line.startsWith('ENV '));
    const end = dockerfile.findIndex((line, index) => index >= start && !line.endsWith('\\'));
    const pairs = dockerfile
      .slice(start, end + 1)
      .join(' ')
      .matchAll(/(\w+)=(\S+)/g);
    const own = Object.fromEntries(Array.from(pairs, ([, name, value]) => [name, value]));
    const settings = readConfig({ ...own, DATA_DIR: makeTemporaryFolder(), MODE: mode, ...given });
    expect(settings).toMatchObject({ ok: true, config: { host: mode === 'live' ? '0.0.0.0' : '127.0.0.1' } });
  });

  it('gets all folders that it copies', () => {
    const left = new Set(readLines('.dockerignore'));
    const copied = dockerfile.flatMap((line) => /^COPY --from=build \/app\/(\S+) /.exec(line)?.[1] ?? []);
    expect(copied).toContain('wallet-sandbox');
    // The build makes these two.
    expect(copied.filter((each) => left.has(each))).toEqual(['node_modules', 'dist']);
  });
});
