import type { ImageRecord } from '#features/catalog/index.ts';
import {
  ensureFailedImages,
  ensureRemoteImages,
  fetchRemoteImage,
  findNonImportedMediaIds,
  findRemoteImages,
  type RemoteImage,
  readFolderUrl,
  showPlaceholders,
  toFolderUrl,
} from '#features/catalog/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { findByName } from '#platform/media/records.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportTarget, RowWarning } from '../save/batch.ts';
import { type ImageSource, parseImageSource } from './image-source.ts';

/**
 * A picture of the shop, or a remote image; with a problem it can't be fetched and only its name is
 * kept.
 */
type FoundPicture =
  | { readonly mediaId: number }
  | { readonly remote: RemoteImage; readonly problem: null | 'UNSAFE_IMAGE' | 'UNKNOWN_IMAGE' };

/** The pictures named by the rows of a batch. */
export interface Pictures {
  /** @param shown current images of the product */
  toImageRecords(images: readonly string[], shown: readonly ImageRecord[]): ImageRecord[];
  /**
   * Enqueues the pictures to fetch for these rows and reports them; shows placeholders for those
   * that can't be fetched.
   */
  enqueueFetches(rows: readonly ParsedRow[]): Promise<void>;
  /** The image of a swatch, possibly not fetched yet. */
  getSwatchImage(image: string): ImageRecord;
  /** Enqueues the picture of a swatch if needed and reports it. */
  enqueueSwatchFetch(line: number, image: string): Promise<void>;
  listWarnings(asked: NamedPictures): RowWarning[];
}

interface PictureOrigin {
  readonly line: number;
  readonly field: 'images' | 'swatches';
}

interface NamedPictures extends PictureOrigin {
  readonly images: readonly string[];
}

/** Finds the pictures named by rows: the shop's own, those of earlier imports, and new ones. */
export async function findPictures(target: ImportTarget, tx: Tx, images: readonly string[]): Promise<Pictures> {
  const sources = [...new Set(images)].map((image) => [image, parseImageSource(image)] as const);
  const named = sources.flatMap(([, source]) => (source.kind === 'name' ? source.name : []));
  const found: ReadonlyMap<string, FoundPicture> = new Map([
    ...(await findByAddress(tx, sources)),
    ...(target.imageFolder === undefined ? await findByFileName(tx, named) : await findInFolder(tx, named)),
    ...(await recordUnusable(tx, sources, 'UNSAFE_IMAGE')),
    ...(await recordUnusable(tx, sources, 'UNKNOWN_IMAGE')),
  ]);
  return {
    toImageRecords: (named, shown) =>
      toImageRecords(
        named.flatMap((image) => found.get(image) ?? []),
        shown,
      ),
    async enqueueFetches(rows) {
      const asked = rows.flatMap(({ line, images }) =>
        (images ?? []).flatMap((image) => {
          const one = found.get(image);
          return one && 'remote' in one ? [{ line, ...one }] : [];
        }),
      );
      for (const { line, remote, problem } of asked) {
        if (problem === null) await enqueueFetch(target, tx, remote, { line, field: 'images' });
      }
      const lost = asked.flatMap(({ remote, problem }) => (problem === null ? [] : remote.id));
      if (lost.length > 0 && !target.dryRun) {
        await showPlaceholders(target.shop, tx, lost, await target.getPlaceholderId());
      }
    },
    getSwatchImage(image) {
      const one = found.get(image);
      if (!one || 'mediaId' in one) return { mediaId: one?.mediaId ?? null, remoteId: null };
      return { mediaId: one.remote.mediaId, remoteId: one.remote.id };
    },
    async enqueueSwatchFetch(line, image) {
      const one = found.get(image);
      if (!one || 'mediaId' in one || one.problem !== null) return;
      await enqueueFetch(target, tx, one.remote, { line, field: 'swatches' });
    },
    listWarnings: ({ line, field, images }) =>
      images.flatMap((image): RowWarning[] => {
        const one = found.get(image);
        if (!one || 'mediaId' in one || one.problem === null) return [];
        return [{ line, field, code: one.problem, message: describeProblem(image, one.problem) }];
      }),
  };
}

function describeProblem(image: string, problem: 'UNSAFE_IMAGE' | 'UNKNOWN_IMAGE'): string {
  const named = `'${image.length > 200 ? `${image.slice(0, 200)}…` : image}'`;
  if (problem === 'UNSAFE_IMAGE') return `${named} is outside the image folder`;
  const hint = parseImageSource(image).kind === 'name' ? '; pass its folder with --images' : '';
  return `${named} is not the address of an image${hint}`;
}

type FoundEntry = readonly [image: string, found: FoundPicture];
type ImageSources = readonly (readonly [image: string, source: ImageSource])[];

const findOwnMedia = sqlQuery<{ short: string; id: number }>(
  'catalog-transfer.find-own-media',
  'select left(sha256, 16) as short, id from platform.media where left(sha256, 16) = any($1::text[])',
);

async function findByAddress(tx: Tx, sources: ImageSources): Promise<FoundEntry[]> {
  const addresses = sources.flatMap(([, source]) => (source.kind === 'address' ? source : []));
  const shorts = addresses.flatMap(({ short }) => short ?? []);
  const own = new Map(
    shorts.length === 0 ? [] : (await findOwnMedia(tx, [shorts])).map(({ short, id }) => [short, id]),
  );
  const others = addresses.filter(({ short }) => short === null || !own.has(short));
  const remembered = await ensureRemoteImages(
    tx,
    others.map(({ address }) => address),
  );
  return addresses.flatMap(({ address, short }): FoundEntry[] => {
    const mediaId = own.get(short ?? '');
    const remote = remembered.get(address);
    if (mediaId !== undefined) return [[address, { mediaId }]];
    return remote ? [[address, { remote, problem: null }]] : [];
  });
}

async function findInFolder(tx: Tx, names: readonly string[]): Promise<FoundEntry[]> {
  const remembered = await ensureRemoteImages(tx, names.map(toFolderUrl));
  return names.flatMap((name): FoundEntry[] => {
    const remote = remembered.get(toFolderUrl(name));
    return remote ? [[name, { remote, problem: null }]] : [];
  });
}

/** Without a folder: pictures from a folder of an earlier import, or uploads of that name. */
async function findByFileName(tx: Tx, names: readonly string[]): Promise<FoundEntry[]> {
  const remembered = await findRemoteImages(tx, names.map(toFolderUrl));
  const isOpen = (name: string) => (remembered.get(toFolderUrl(name))?.state ?? 'failed') === 'failed';
  const own = await findUploads(tx, names.filter(isOpen), (name) => remembered.has(toFolderUrl(name)));
  const missing = names.filter((name) => !remembered.has(toFolderUrl(name)) && !own.has(name));
  const all = new Map([...remembered, ...(await ensureFailedImages(tx, missing.map(toFolderUrl), 'UNKNOWN_IMAGE'))]);
  return names.flatMap((name): FoundEntry[] => {
    const mediaId = own.get(name);
    const remote = all.get(toFolderUrl(name));
    if (mediaId !== undefined) return [[name, { mediaId }]];
    return remote ? [[name, { remote, problem: remote.state === 'failed' ? 'UNKNOWN_IMAGE' : null }]] : [];
  });
}

/**
 * For an awaited name, pictures from folders of other imports don't count: they are different
 * pictures.
 */
async function findUploads(
  db: Db,
  names: readonly string[],
  isAwaited: (name: string) => boolean,
): Promise<Map<string, number>> {
  const found = [...(await findByName(db, names))].map(([name, { id }]) => ({ name, id }));
  const awaited = found.filter(({ name }) => isAwaited(name)).map(({ id }) => id);
  const free = new Set(await findNonImportedMediaIds(db, awaited));
  return new Map(found.flatMap(({ name, id }) => (isAwaited(name) && !free.has(id) ? [] : [[name, id] as const])));
}

async function recordUnusable(
  tx: Tx,
  sources: ImageSources,
  problem: 'UNSAFE_IMAGE' | 'UNKNOWN_IMAGE',
): Promise<FoundEntry[]> {
  const kind = problem === 'UNSAFE_IMAGE' ? 'unsafe' : 'unknown';
  const ours = sources.flatMap(([image, source]) => (source.kind === kind ? { image, name: source.name } : []));
  const remembered = await ensureFailedImages(
    tx,
    ours.map(({ name }) => toFolderUrl(name)),
    problem,
  );
  return ours.flatMap(({ image, name }): FoundEntry[] => {
    const remote = remembered.get(toFolderUrl(name));
    return remote ? [[image, { remote, problem }]] : [];
  });
}

/** Unavailable pictures keep their placeholder unless the product has a real picture now. */
function toImageRecords(found: readonly FoundPicture[], shown: readonly ImageRecord[]): ImageRecord[] {
  const isReal = (one: FoundPicture) => 'mediaId' in one || one.remote.state === 'stored';
  const canUsePlaceholders = !found.some(isReal);
  const records = found.map((one): ImageRecord => {
    if ('mediaId' in one) {
      return shown.find(({ mediaId }) => mediaId === one.mediaId) ?? { mediaId: one.mediaId, remoteId: null };
    }
    const { id, mediaId } = one.remote;
    if (isReal(one)) return { mediaId, remoteId: id };
    return {
      mediaId: canUsePlaceholders ? (shown.find(({ remoteId }) => remoteId === id)?.mediaId ?? null) : null,
      remoteId: id,
    };
  });
  return [...new Map(records.map((record) => [`${record.remoteId ?? ''} ${record.mediaId ?? ''}`, record])).values()];
}

async function enqueueFetch(
  target: ImportTarget,
  tx: Tx,
  { id, url, state }: RemoteImage,
  { line, field }: PictureOrigin,
): Promise<void> {
  const isNamed = readFolderUrl(url) !== null;
  // A file may have changed under its name, so it is read each time.
  if (isNamed ? target.imageFolder === undefined : state === 'stored') return;
  target.onPicture?.(id, line, field);
  const folder = isNamed ? target.imageFolder : undefined;
  await target.shop.jobs.add(tx, fetchRemoteImage, { id, folder }, { key: `catalog:image:${id}` });
}
