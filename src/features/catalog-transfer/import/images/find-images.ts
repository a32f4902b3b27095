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
import { findMediaByName } from '#platform/media/records.ts';
import { cutText } from '#platform/texts/plain-text.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportTarget, RowWarning } from '../save/batch.ts';
import { type ImageSource, parseImageSource } from './image-source.ts';

/**
 * An image of the media library or a remote image. An image with a problem can't be fetched: only its
 * name is stored.
 */
type FoundImage =
  | { readonly mediaId: number }
  | { readonly remote: RemoteImage; readonly problem: null | 'UNSAFE_IMAGE' | 'UNKNOWN_IMAGE' };

export interface BatchImages {
  /** @param current images that the product has now */
  toImageRecords(images: readonly string[], current: readonly ImageRecord[]): ImageRecord[];
  /**
   * Enqueues and reports the fetches of images for these rows. Shows placeholders for images that can't be
   * fetched.
   */
  enqueueFetches(rows: readonly ParsedRow[]): Promise<void>;
  /** The image of a swatch, possibly not fetched yet. */
  getSwatchImage(image: string): ImageRecord;
  enqueueSwatchFetch(line: number, image: string): Promise<void>;
  listWarnings(named: NamedImages): RowWarning[];
}

interface ImageOrigin {
  readonly line: number;
  readonly field: 'images' | 'swatches';
}

interface NamedImages extends ImageOrigin {
  readonly images: readonly string[];
}

/** Finds the images named by rows: images of the shop, images of earlier imports, and new images. */
export async function findImages(target: ImportTarget, tx: Tx, images: readonly string[]): Promise<BatchImages> {
  const sources = [...new Set(images)].map((image) => [image, parseImageSource(image)] as const);
  const fileNames = sources.flatMap(([, source]) => (source.kind === 'name' ? source.name : []));
  const found: ReadonlyMap<string, FoundImage> = new Map([
    ...(await findByAddress(tx, sources)),
    ...(target.imageFolder === undefined ? await findByFileName(tx, fileNames) : await findInFolder(tx, fileNames)),
    ...(await ensureUnusableImages(tx, sources, 'UNSAFE_IMAGE')),
    ...(await ensureUnusableImages(tx, sources, 'UNKNOWN_IMAGE')),
  ]);
  return {
    toImageRecords: (names, current) =>
      toImageRecords(
        names.flatMap((image) => found.get(image) ?? []),
        current,
      ),
    async enqueueFetches(rows) {
      const remoteImages = rows.flatMap(({ line, images }) =>
        (images ?? []).flatMap((image) => {
          const match = found.get(image);
          return match && 'remote' in match ? [{ line, ...match }] : [];
        }),
      );
      for (const { line, remote, problem } of remoteImages) {
        if (problem === null) await enqueueFetch(target, tx, remote, { line, field: 'images' });
      }
      const failedIds = remoteImages.flatMap(({ remote, problem }) => (problem === null ? [] : remote.id));
      if (failedIds.length > 0 && !target.dryRun) {
        await showPlaceholders(target.shop, tx, failedIds, await target.getPlaceholderId());
      }
    },
    getSwatchImage(image) {
      const match = found.get(image);
      if (!match || 'mediaId' in match) return { mediaId: match?.mediaId ?? null, remoteId: null };
      return { mediaId: match.remote.mediaId, remoteId: match.remote.id };
    },
    async enqueueSwatchFetch(line, image) {
      const match = found.get(image);
      if (!match || 'mediaId' in match || match.problem !== null) return;
      await enqueueFetch(target, tx, match.remote, { line, field: 'swatches' });
    },
    listWarnings: ({ line, field, images }) =>
      images.flatMap((image): RowWarning[] => {
        const match = found.get(image);
        if (!match || 'mediaId' in match || match.problem === null) return [];
        return [{ line, field, code: match.problem, message: describeProblem(image, match.problem) }];
      }),
  };
}

function describeProblem(image: string, problem: 'UNSAFE_IMAGE' | 'UNKNOWN_IMAGE'): string {
  const quotedName = `'${image.length > 200 ? `${cutText(image, 200)}…` : image}'`;
  if (problem === 'UNSAFE_IMAGE') return `${quotedName} is outside the image folder`;
  const hint = parseImageSource(image).kind === 'name' ? '; pass its folder with --images' : '';
  return `${quotedName} is not the address of an image${hint}`;
}

type FoundEntry = readonly [image: string, found: FoundImage];
type ImageSources = readonly (readonly [image: string, source: ImageSource])[];

const queryOwnMedia = sqlQuery<{ hashPrefix: string; id: number }>(
  'catalog-transfer.find-own-media',
  'select left(sha256, 16) as "hashPrefix", id from platform.media where left(sha256, 16) = any($1::text[])',
);

async function findByAddress(tx: Tx, sources: ImageSources): Promise<FoundEntry[]> {
  const addresses = sources.flatMap(([, source]) => (source.kind === 'address' ? source : []));
  const hashPrefixes = addresses.flatMap(({ hashPrefix }) => hashPrefix ?? []);
  const ownMediaIds = new Map(
    hashPrefixes.length === 0
      ? []
      : (await queryOwnMedia(tx, [hashPrefixes])).map(({ hashPrefix, id }) => [hashPrefix, id]),
  );
  const others = addresses.filter(({ hashPrefix }) => hashPrefix === null || !ownMediaIds.has(hashPrefix));
  const remoteImages = await ensureRemoteImages(
    tx,
    others.map(({ address }) => address),
  );
  return addresses.flatMap(({ address, hashPrefix }): FoundEntry[] => {
    const mediaId = ownMediaIds.get(hashPrefix ?? '');
    const remote = remoteImages.get(address);
    if (mediaId !== undefined) return [[address, { mediaId }]];
    return remote ? [[address, { remote, problem: null }]] : [];
  });
}

async function findInFolder(tx: Tx, names: readonly string[]): Promise<FoundEntry[]> {
  const remoteImages = await ensureRemoteImages(tx, names.map(toFolderUrl));
  return names.flatMap((name): FoundEntry[] => {
    const remote = remoteImages.get(toFolderUrl(name));
    return remote ? [[name, { remote, problem: null }]] : [];
  });
}

/** Finds images without an image folder: images from the folder of an earlier import, or uploads of that name. */
async function findByFileName(tx: Tx, names: readonly string[]): Promise<FoundEntry[]> {
  const remoteImages = await findRemoteImages(tx, names.map(toFolderUrl));
  const isUnavailable = (name: string) => (remoteImages.get(toFolderUrl(name))?.state ?? 'failed') === 'failed';
  const uploadIds = await findUploads(tx, names.filter(isUnavailable), (name) => remoteImages.has(toFolderUrl(name)));
  const missing = names.filter((name) => !remoteImages.has(toFolderUrl(name)) && !uploadIds.has(name));
  const allRemoteImages = new Map([
    ...remoteImages,
    ...(await ensureFailedImages(tx, missing.map(toFolderUrl), 'UNKNOWN_IMAGE')),
  ]);
  return names.flatMap((name): FoundEntry[] => {
    const mediaId = uploadIds.get(name);
    const remote = allRemoteImages.get(toFolderUrl(name));
    if (mediaId !== undefined) return [[name, { mediaId }]];
    return remote ? [[name, { remote, problem: remote.state === 'failed' ? 'UNKNOWN_IMAGE' : null }]] : [];
  });
}

/**
 * Finds uploads by file name.
 * @param isAwaited whether an import has named the file: images from folders of other imports are then ignored,
 * because they are different images
 */
async function findUploads(
  db: Db,
  names: readonly string[],
  isAwaited: (name: string) => boolean,
): Promise<Map<string, number>> {
  const found = [...(await findMediaByName(db, names))].map(([name, { id }]) => ({ name, id }));
  const awaitedIds = found.filter(({ name }) => isAwaited(name)).map(({ id }) => id);
  const nonImportedIds = new Set(await findNonImportedMediaIds(db, awaitedIds));
  return new Map(
    found.flatMap(({ name, id }) => (isAwaited(name) && !nonImportedIds.has(id) ? [] : [[name, id] as const])),
  );
}

async function ensureUnusableImages(
  tx: Tx,
  sources: ImageSources,
  problem: 'UNSAFE_IMAGE' | 'UNKNOWN_IMAGE',
): Promise<FoundEntry[]> {
  const kind = problem === 'UNSAFE_IMAGE' ? 'unsafe' : 'unknown';
  const unusable = sources.flatMap(([image, source]) => (source.kind === kind ? { image, name: source.name } : []));
  const remoteImages = await ensureFailedImages(
    tx,
    unusable.map(({ name }) => toFolderUrl(name)),
    problem,
  );
  return unusable.flatMap(({ image, name }): FoundEntry[] => {
    const remote = remoteImages.get(toFolderUrl(name));
    return remote ? [[image, { remote, problem }]] : [];
  });
}

/** Unavailable images keep their placeholder unless the product has an available image now. */
function toImageRecords(found: readonly FoundImage[], current: readonly ImageRecord[]): ImageRecord[] {
  const isAvailable = (image: FoundImage) => 'mediaId' in image || image.remote.state === 'stored';
  const canUsePlaceholders = !found.some(isAvailable);
  const records = found.map((image): ImageRecord => {
    if ('mediaId' in image) {
      return current.find(({ mediaId }) => mediaId === image.mediaId) ?? { mediaId: image.mediaId, remoteId: null };
    }
    const { id, mediaId } = image.remote;
    if (isAvailable(image)) return { mediaId, remoteId: id };
    return {
      mediaId: canUsePlaceholders ? (current.find(({ remoteId }) => remoteId === id)?.mediaId ?? null) : null,
      remoteId: id,
    };
  });
  return [...new Map(records.map((record) => [`${record.remoteId ?? ''} ${record.mediaId ?? ''}`, record])).values()];
}

async function enqueueFetch(
  target: ImportTarget,
  tx: Tx,
  { id, url, state }: RemoteImage,
  { line, field }: ImageOrigin,
): Promise<void> {
  const isFile = readFolderUrl(url) !== null;
  // The contents of a file may have changed under its name, so the file is read in each import.
  if (isFile ? target.imageFolder === undefined : state === 'stored') return;
  target.onImageRequest?.(id, line, field);
  // A job may run on another machine, which does not have the folder.
  if (isFile) target.folderImages?.add(id);
  else await target.shop.jobs.add(tx, fetchRemoteImage, { id }, { key: `catalog:image:${id}` });
}
