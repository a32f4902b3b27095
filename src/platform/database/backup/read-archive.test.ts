import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as createPack } from 'tar-stream';
import { afterAll, expect, it } from 'vitest';
import { readEntries } from './read-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads on after an entry that nobody has read, however large it is', async () => {
  const file = join(folder, 'archive.tar.gz');
  const pack = createPack();
  pack.entry({ name: 'first' }, Buffer.alloc(1_000_000));
  pack.entry({ name: 'second' }, 'text');
  pack.finalize();
  await pipeline(pack, createGzip(), createWriteStream(file));
  const names: string[] = [];
  for await (const { name } of readEntries(file)) names.push(name);
  expect(names).toEqual(['first', 'second']);
});
