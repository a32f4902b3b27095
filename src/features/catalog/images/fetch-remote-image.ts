import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { StoreFromUrlResult } from '#platform/media/media.ts';
import { remoteImages } from '../tables.ts';
import { readFolderUrl } from './remote-images.ts';
import { markImageFailed, showStoredImage } from './show-remote-image.ts';

type ImageFetchResult = StoreFromUrlResult | { readonly ok: false; readonly code: 'NOT_IN_FOLDER' };

/** Whether another attempt may succeed. It can't after a refused address or a 4xx status. */
function isRetryable(failure: Extract<ImageFetchResult, { ok: false }>): boolean {
  if (failure.code === 'TIMEOUT') return true;
  return failure.code === 'NOT_FETCHED' && !/^(ADDRESS|STATUS_4\d\d)$/.test(failure.reason);
}

const imageJobSchema = z.object({ id: z.int().positive() });

/** An image, and for an image of a folder the path of that folder on this machine. */
interface ImageToFetch extends z.infer<typeof imageJobSchema> {
  readonly folder?: string | undefined;
}

/**
 * Job: fetches an imported image and shows it wherever it is used. A failed image is marked, and
 * products without another image show the placeholder. The next import tries again.
 */
export const fetchRemoteImage = defineJob({
  name: 'catalog:fetch-remote-image',
  schema: imageJobSchema,
  // Growing delays add up to hours, in which a full disk can be fixed.
  maxAttempts: 12,
  slow: true,
  run: (shop, image, { number }) => fetchAndShowImage(shop, image, number >= maxFetches),
});

/** The greatest number of attempts to fetch an image when the server fails or does not answer. */
const maxFetches = 4;

/** @throws on a retryable failure, except on the last attempt, and always when the image can't be stored */
export async function fetchAndShowImage(
  shop: Shop,
  { id, folder }: ImageToFetch,
  isLastAttempt: boolean,
): Promise<void> {
  const [image] = await shop.db.select().from(remoteImages).where(eq(remoteImages.id, id));
  if (!image) return;
  const storedId = image.state === 'stored' ? image.mediaId : null;
  const fetched = await storeImage(shop, image.url, storedId, folder);
  const mediaId = fetched.ok ? fetched.id : storedId;
  if (mediaId !== null) {
    // Needed also for an image stored earlier: a product saved in the meantime may not show the image yet.
    await inTransaction(shop.db, (tx) => showStoredImage(shop, tx, id, mediaId));
  } else if (!fetched.ok) {
    const problem = fetched.code === 'NOT_FETCHED' ? `${fetched.code} ${fetched.reason}` : fetched.code;
    await markImageFailed(shop, id, problem);
    if (isRetryable(fetched) && !isLastAttempt) throw new Error(`${image.url} could not be fetched yet: ${problem}`);
  }
}

async function storeImage(
  shop: Shop,
  url: string,
  storedId: number | null,
  folder: string | undefined,
): Promise<ImageFetchResult> {
  const name = readFolderUrl(url);
  if (name !== null) return storeImageFromFolder(shop, folder, name);
  return storedId === null
    ? shop.media.storeFromUrl(shop.db, { url, alt: '' })
    : { ok: true, isNew: false, id: storedId };
}

async function storeImageFromFolder(shop: Shop, folder: string | undefined, name: string): Promise<ImageFetchResult> {
  if (folder === undefined) return { ok: false, code: 'NOT_IN_FOLDER' };
  const file = await readImageFromFolder(folder, name);
  if (!file.ok) return file;
  return shop.media.store(shop.db, { bytes: file.bytes, name: name.split('/').at(-1) ?? name, alt: '' });
}

type FolderReadResult =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly code: 'NOT_IN_FOLDER' | 'TOO_LARGE' };

/** Bytes. The media library has an equal limit; this one is checked before the file is read. */
const maxImageBytes = 20_000_000;

/** Reads a file inside a folder. Rejects names and symbolic links that lead outside. */
async function readImageFromFolder(folder: string, name: string): Promise<FolderReadResult> {
  const missing = { ok: false, code: 'NOT_IN_FOLDER' } as const;
  if (name.includes('\0')) return missing;
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(resolve(folder, name))]);
    const relativePath = relative(root, file);
    if (relativePath === '' || relativePath.startsWith('..') || isAbsolute(relativePath)) return missing;
    const stats = await stat(file);
    if (!stats.isFile()) return missing;
    return stats.size > maxImageBytes ? { ok: false, code: 'TOO_LARGE' } : { ok: true, bytes: await readFile(file) };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return missing;
    throw error;
  }
}
