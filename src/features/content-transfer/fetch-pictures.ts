import { readTree } from '#features/content/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FileEntry } from './content-file.ts';
import { findPictures, listPictures } from './references.ts';

/** Pictures of one import: a file must not make the shop send requests for ever. */
const maxFetched = 2_000;

export interface FetchedPictures {
  /** Ids of pictures by their addresses. */
  readonly ids: ReadonlyMap<string, number>;
  /** Addresses that a dry run has left to the import. */
  readonly unfetched: ReadonlySet<string>;
  readonly count: number;
}

/** Lists nothing for what is no tree: the import refuses it. */
function listPicturesOf(shop: Shop, blocks: readonly unknown[]): readonly string[] {
  const tree = readTree(blocks);
  return tree.ok ? listPictures(shop, tree.blocks) : [];
}

const isRemote = (address: string) => /^https?:\/\//i.test(address) && address.length <= 2000;

/**
 * Fetches the pictures that the shop does not have: guarded against addresses of its own network, checked, and encoded
 * anew. One that can't be fetched is left out of the answer. Never in a transaction.
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
