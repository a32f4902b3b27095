import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { job } from '#platform/jobs/jobs.ts';
import type { StoreFromUrlResult } from '#platform/media/media.ts';
import { cardTag, productTag } from './cache-tags.ts';
import { productImages, products, remoteImages, variations } from './tables.ts';

/** Whether another try may have more luck. */
function mayPass(failure: Extract<StoreFromUrlResult, { ok: false }>): boolean {
  if (failure.code === 'TIMEOUT') return true;
  return failure.code === 'NOT_FETCHED' && !/^(ADDRESS|STATUS_4\d\d)$/.test(failure.reason);
}

/**
 * Fetches an image of an import and shows it wherever it was asked for. One that can't be had is marked, and the products go without it; the
 * next import tries again.
 */
export const fetchRemoteImage = job({
  name: 'catalog:fetch-image',
  schema: z.object({ id: z.int().positive() }),
  maxAttempts: 4,
  slow: true,
  run: async (shop, { id }, { last }) => {
    const [image] = await shop.db.select().from(remoteImages).where(eq(remoteImages.id, id));
    if (!image || image.state === 'stored') return;
    const stored = await shop.media.storeFromUrl(shop.db, { url: image.url, alt: '' });
    if (stored.ok) await inTransaction(shop.db, (tx) => show(shop, tx, id, stored.id));
    else {
      const problem = stored.code === 'NOT_FETCHED' ? `${stored.code} ${stored.reason}` : stored.code;
      await shop.db.update(remoteImages).set({ state: 'failed', problem }).where(eq(remoteImages.id, id));
      if (mayPass(stored) && !last) throw new Error(`${image.url} can't be had yet: ${problem}`);
    }
  },
});

async function show(shop: Shop, tx: Tx, remoteId: number, mediaId: number): Promise<void> {
  await tx.update(remoteImages).set({ state: 'stored', mediaId, problem: '' }).where(eq(remoteImages.id, remoteId));
  const owners = await tx
    .update(productImages)
    .set({ mediaId })
    .where(eq(productImages.remoteId, remoteId))
    .returning({ id: productImages.productId });
  const varied = await tx
    .update(variations)
    .set({ imageId: mediaId })
    .where(eq(variations.remoteImageId, remoteId))
    .returning({ id: variations.productId });
  const ids = [...new Set([...owners, ...varied].map((row) => row.id))];
  if (ids.length > 0) await tx.update(products).set({ updatedAt: shop.clock.now() }).where(inArray(products.id, ids));
  await shop.pages.invalidate(
    tx,
    ids.flatMap((id) => [productTag(id), cardTag(id)]),
  );
}
