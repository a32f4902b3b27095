import { readTree } from '#features/content/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FileEntry } from './content-file.ts';
import { findPictures, listPictures } from './references.ts';

/** The greatest number of fetched pictures per import, so that a file can't cause an unlimited number of requests. */
const maxFetched = 2_000;

export interface FetchedPictures {
  readonly ids: ReadonlyMap<string, number>;
  /** URLs of pictures that a dry run did not fetch; the import fetches them. */
  readonly unfetched: ReadonlySet<string>;
  readonly count: number;
}

/** Returns nothing for an invalid tree, which the import refuses. */
function listPicturesOf(shop: Shop, blocks: readonly unknown[]): readonly string[] {
  const tree = readTree(blocks);
  return tree.ok ? listPictures(shop, tree.blocks) : [];
}

const isRemote = (address: string) => /^https?:\/\//i.test(address) && address.length <= 2000;

/**
 * Fetches the pictures that the shop does not have. Addresses of internal networks are refused, and images are
 * validated and encoded anew. Pictures that can't be fetched are missing from the result. Must not be called in a
 * transaction.
 */
export async function fetchPictures(
  shop: Shop,
  entries: readonly FileEntry[],
  dryRun: boolean,
): Promise<FetchedPictures> {
  const wanted = new Set(
    entries.flatMap(({ picture, blocks }) => [...(picture === null ? [] : [picture]), ...listPicturesOf(shop, blocks)]),
  );
  const known = await findPictures(shop, shop.db, [...wanted]);
  const missing = [...wanted].filter((address) => !known.has(address) && isRemote(address)).slice(0, maxFetched);
  if (dryRun) return { ids: new Map(), unfetched: new Set(missing), count: missing.length };
  const ids = new Map<string, number>();
  for (const url of missing) {
    const stored = await shop.media.storeFromUrl(shop.db, { url, alt: '' });
    if (stored.ok) ids.set(url, stored.id);
    else shop.log.warn({ url, code: stored.code }, 'a picture of imported content could not be fetched');
  }
  return { ids, unfetched: new Set(), count: ids.size };
}
