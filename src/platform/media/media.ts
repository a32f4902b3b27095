import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import { createFileStore, type FileStoreConfig } from '#platform/files/store/create-store.ts';
import type { FileStore } from '#platform/files/store/file-store.ts';
import { createJobs, defineJob } from '#platform/jobs/jobs.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { type DeletedContent, deleteContent, deleteContentJob, lockContent } from './delete-content.ts';
import { type Fetched, type FetchFailure, fetchBytes } from './fetch-bytes.ts';
import { type ImageLimits, type InspectFailure, inspectImage } from './inspect-image.ts';
import { type ExistingSizes, makeSizes, storeExistingSizes } from './make-sizes.ts';
import { createOpenSize, type OpenSize } from './open-size.ts';
import { type MediaRow, type Picture, toPicture } from './picture.ts';
import type { ResolveHost } from './public-address.ts';
import { deleteMediaRow, insertMedia, lockMedia, updateContent } from './records.ts';
import { createFileName, widths } from './sizes.ts';
import { createMediaFiles, originalKey, toStoreKey } from './store-files.ts';

export type { MediaRow, Picture };

/** Milliseconds until rarely requested sizes are made, so that an opened shop stays fast. */
const lowPriorityDelay = 60 * 60 * 1000;

export type StoreResult = { readonly ok: true; readonly id: number; readonly isNew: boolean } | InspectFailure;
export type ReplaceResult =
  | { readonly ok: true; readonly id: number }
  | InspectFailure
  | { readonly ok: false; readonly code: 'TAKEN' | 'NOT_FOUND' };
export type StoreFromUrlResult = StoreResult | FetchFailure;

export interface NewImage {
  readonly bytes: Buffer;
  readonly name: string;
  readonly alt: string;
  /**
   * Sizes that exist already, of an image that is known to be sound. The others are then made with
   * low priority.
   */
  readonly existingSizes?: ExistingSizes;
}

export interface Media {
  /** Validates and stores an original and enqueues its sizes. The same bytes have the same id. */
  store(tx: Db, input: NewImage): Promise<StoreResult>;
  /** Fetches an untrusted address of a picture, with limits of bytes and time. Never call it inside a transaction. */
  fetch(url: string): Promise<Fetched>;
  /** Fetches, then stores in its own transaction. Never call it inside a transaction. */
  storeFromUrl(db: Db, input: { url: string; alt: string }): Promise<StoreFromUrlResult>;
  /** @param alt replaces the image's own text */
  picture(row: MediaRow, alt?: string): Picture;
  /** Opens the file of a size by its name in the URL. */
  open: OpenSize;
  /**
   * Gives a picture another content and enqueues its sizes. Its id stays, and former addresses lead to the new content.
   * @returns TAKEN when another picture has that content
   */
  replace(
    db: Db,
    id: number,
    input: Pick<NewImage, 'bytes' | 'name'>,
    inSame: (tx: Tx) => Promise<void>,
  ): Promise<ReplaceResult>;
  /** Locks the row of a picture, so that nothing begins to use it until the transaction ends. */
  lock(tx: Tx, id: number): Promise<void>;
  /** Deletes a picture in the transaction, and its files by a job. Whether something uses it is asked before. */
  remove(tx: Tx, id: number): Promise<void>;
  deleteContent(db: Db, content: DeletedContent): Promise<void>;
  makeSizes(db: Db, mediaId: number, isLastAttempt: boolean): Promise<void>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly media: Media;
  }
}

export interface MediaOptions extends Partial<ImageLimits> {
  readonly store?: FileStore;
  /** Addresses that count as public. Only for tests. */
  readonly allowPrivate?: readonly string[];
  readonly resolve?: ResolveHost;
}

export const makeSizesJob = defineJob({
  name: 'media:make-sizes',
  schema: z.object({ mediaId: z.int().positive() }),
  slow: true,
  maxAttempts: 5,
  run: (shop, { mediaId }, { isLast }) => shop.media.makeSizes(shop.db, mediaId, isLast),
});

export function createMedia(
  config: FileStoreConfig & { readonly mediaCacheBytes?: number },
  options: MediaOptions = {},
): Media {
  const { maxBytes = 20_000_000, maxPixels = 50_000_000, allowPrivate, resolve } = options;
  const { dataDir, mediaCacheBytes = 2_000_000_000 } = config;
  const files = createMediaFiles(options.store ?? createFileStore(config), dataDir, mediaCacheBytes);
  const jobs = createJobs();
  const limitEncoding = createConcurrencyLimit(1);
  const limitInspection = createConcurrencyLimit(2);

  const putMissing = async (key: string, bytes: Buffer) => {
    if ((await files.store.find(toStoreKey(key))) === null) await files.store.put(toStoreKey(key), bytes);
  };

  const replace: Media['replace'] = async (db, id, { bytes, name }, inSame) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const inspected = await limitInspection(() => inspectImage(bytes, { maxBytes, maxPixels }));
    if (!inspected.ok) return inspected;
    const key = originalKey(sha256, inspected.facts.mime);
    await putMissing(key, bytes);
    const result = await inTransaction(db, async (tx): Promise<ReplaceResult> => {
      await lockContent(tx, sha256, 'shared');
      const former = await lockMedia(tx, id);
      if (!former) return { ok: false, code: 'NOT_FOUND' };
      if (former.sha256 === sha256) return { ok: true, id };
      const media = { ...inspected.facts, sha256, key, bytes: bytes.length, name };
      if (!(await updateContent(tx, former, media))) return { ok: false, code: 'TAKEN' };
      await jobs.add(tx, deleteContentJob, { sha256: former.sha256, key: former.key, width: former.width });
      await jobs.add(tx, makeSizesJob, { mediaId: id }, { key: `media:${id}` });
      await inSame(tx);
      return { ok: true, id };
    });
    if (result.ok) await putMissing(key, bytes);
    return result;
  };

  const store = async (db: Db, { bytes, alt, name, existingSizes }: NewImage): Promise<StoreResult> => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const smallSize = (await existingSizes?.(createFileName(sha256, widths[0], 'webp'))) ?? null;
    const inspected = await limitInspection(() => inspectImage(bytes, { maxBytes, maxPixels }, smallSize));
    if (!inspected.ok) return inspected;
    const key = originalKey(sha256, inspected.facts.mime);
    // The file comes before its row: a file without a row only wastes bytes.
    await putMissing(key, bytes);
    const { id, isNew } = await inTransaction(db, async (tx) => {
      await lockContent(tx, sha256, 'shared');
      const media = { ...inspected.facts, sha256, key, bytes: bytes.length, alt, name };
      const { id, isNew } = await insertMedia(tx, media);
      if (!isNew) return { id, isNew };
      const original = { id, sha256, key, width: inspected.facts.width };
      const stored = existingSizes ? await storeExistingSizes(tx, files.store, original, existingSizes) : 'none';
      if (stored === 'all') return { id, isNew };
      const runAt = stored === 'some' ? new Date(Date.now() + lowPriorityDelay) : undefined;
      await jobs.add(tx, makeSizesJob, { mediaId: id }, { key: `media:${id}`, runAt });
      return { id, isNew };
    });
    // A deleted picture with the same content may have taken the file with it.
    if (isNew) await putMissing(key, bytes);
    return { ok: true, id, isNew };
  };

  const fetch: Media['fetch'] = (url) => fetchBytes(url, { maxBytes, allowPrivate, resolve });

  return {
    store,
    fetch,
    replace,
    async lock(tx, id) {
      await lockMedia(tx, id);
    },
    async remove(tx, id) {
      const media = await lockMedia(tx, id);
      if (!media) return;
      await deleteMediaRow(tx, id);
      await jobs.add(tx, deleteContentJob, { sha256: media.sha256, key: media.key, width: media.width });
    },
    deleteContent: (db, content) => deleteContent(db, files, content),
    async storeFromUrl(db, { url, alt }) {
      const fetched = await fetch(url);
      if (!fetched.ok) return fetched;
      const name = new URL(url).pathname.split('/').at(-1) ?? '';
      return store(db, { bytes: fetched.bytes, name, alt });
    },
    picture: toPicture,
    open: createOpenSize(files, maxPixels),
    makeSizes: (db, mediaId, isLastAttempt) =>
      limitEncoding(() => makeSizes(db, files, mediaId, { maxPixels, isLastAttempt })),
  };
}
