import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { mediaFileLimits } from '#features/media-library/index.ts';
import type { FeedPhoto, FeedProvider } from '../ports.ts';

const endings = new Set(['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif']);

/** Pictures in a folder of the server, newest file first. File names are the captions. */
export const folderProvider: FeedProvider = {
  name: 'folder',
  async list({ config }, max) {
    const folder = join(config.dataDir, 'photo-feed');
    const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : null));
    if (all === null) return { ok: false, message: `the folder ${folder} can’t be read` };
    const names = all.filter((name) => endings.has(extname(name).toLowerCase()));
    const found = await Promise.all(
      names.map(async (name) => ({ name, file: await stat(join(folder, name)).catch(() => null) })),
    );
    const files = found
      .flatMap(({ name, file }) => (file?.isFile() && file.size <= mediaFileLimits().maxBytes ? { name, file } : []))
      .sort((a, b) => b.file.mtimeMs - a.file.mtimeMs || (a.name < b.name ? -1 : 1));
    const photos = files.slice(0, max).map(
      ({ name, file }): FeedPhoto => ({
        externalId: `${name.slice(0, 200)} ${file.size} ${Math.round(file.mtimeMs)}`,
        caption: name.slice(0, -extname(name).length).replace(/[-_]+/g, ' ').trim(),
        link: '',
        read: () => readFile(join(folder, name)).catch(() => null),
      }),
    );
    return { ok: true, photos };
  },
};
