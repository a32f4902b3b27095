import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPrivateFiles, deleteOldFiles } from './private-files.ts';
import { createDiskStore } from './store/disk-store.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'private-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);

async function receive(content: string): Promise<string> {
  const path = join(folder, 'received');
  await writeFile(path, content);
  return path;
}

it('a file is moved to its place, read, copied once and deleted', async () => {
  const files = createPrivateFiles(createDiskStore(folder), 'uploads');
  await files.keep('ab12', await receive('hello'));
  expect(await stat(join(folder, 'received')).catch(() => null)).toBeNull();
  expect((await stat(join(folder, 'uploads', 'ab'))).mode & 0o077).toBe(0);
  const opened = await files.open('ab12');
  expect(opened?.bytes).toBe(5);
  expect(opened && (await text(await opened.stream()))).toBe('hello');
  expect(String(await files.read('ab12'))).toBe('hello');
  const target = join(folder, 'copy');
  await files.copyTo('ab12', target);
  expect(await readFile(target, 'utf8')).toBe('hello');
  await expect(files.copyTo('ab12', target)).rejects.toThrow('EEXIST');
  await files.remove(['ab12', 'missing']);
  expect(await files.open('ab12')).toBeNull();
  await expect(files.read('ab12')).rejects.toThrow('missing');
});

it('old files without a row are deleted, new ones stay', async () => {
  const files = createPrivateFiles(createDiskStore(folder), 'message-files');
  for (const id of ['aa-row', 'aa-old', 'aa-new', 'bb-old']) await files.keep(id, await receive(id));
  for (const id of ['aa-row', 'aa-old', 'bb-old'])
    await utimes(join(folder, 'message-files', id.slice(0, 2), id), longAgo, longAgo);
  expect(await files.removeStray(async (ids) => ids.filter((id) => id === 'aa-row').map((id) => ({ id })))).toBe(2);
  expect((await readdir(join(folder, 'message-files', 'aa'))).sort()).toEqual(['aa-new', 'aa-row']);
  expect(
    await createPrivateFiles(createDiskStore(join(folder, 'nowhere')), 'uploads').removeStray(async () => []),
  ).toBe(0);
});

it('a folder of received files loses those that are older than an hour', async () => {
  await rm(join(folder, 'copy'), { force: true });
  await utimes(await receive('old'), longAgo, longAgo);
  await writeFile(join(folder, 'new'), '');
  expect(await deleteOldFiles(folder)).toBe(1);
  expect(await readdir(folder)).toContain('new');
  expect(await deleteOldFiles(join(folder, 'nowhere'))).toBe(0);
});
