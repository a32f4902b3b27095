import { findUses } from '#features/media-library/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob, type JobDefinition } from '#platform/jobs/jobs.ts';
import { toStorableText } from '#platform/texts/storable-text.ts';
import { maxPhotos } from '../contract.ts';
import { type FeedPhoto, photoFeedProviders } from '../ports.ts';
import { photoFeedSettings } from '../settings.ts';
import { listKnownPhotos, recordRead, replacePhotos, type SavedPhoto } from './feed-rows.ts';
import { renewToken } from './renew-token.ts';

const maxCaption = 2200;

/** Reads the feed of the provider. After a failure the photographs of the last success stay. */
export async function refreshFeed(shop: Shop): Promise<void> {
  const { provider: name } = shop.settings(photoFeedSettings);
  const provider = shop.implementations(photoFeedProviders).find((each) => each.name === name);
  const now = shop.clock.now();
  const read = provider
    ? await provider.list(shop, maxPhotos)
    : { ok: false as const, message: `there is no provider '${name}'` };
  if (!read.ok) {
    shop.log.error({ provider: name, reason: read.message }, 'the photo feed could not be read');
    return recordRead(shop.db, name, now, read.message);
  }
  // Fetch and check pictures before the transaction.
  const photos = await storePhotos(shop, name, read.photos);
  await inTransaction(shop.db, async (tx) => {
    await recordRead(tx, name, now, '');
    const removed = await replacePhotos(tx, name, photos);
    for (const mediaId of new Set(removed)) await removePicture(shop, tx, mediaId);
  });
}

/**
 * Stores pictures that the feed does not have yet. Pictures that can't be fetched are left out until the next run.
 */
async function storePhotos(shop: Shop, provider: string, photos: readonly FeedPhoto[]): Promise<SavedPhoto[]> {
  const known = new Map(
    (await listKnownPhotos(shop.db, [])).flatMap((each) =>
      each.provider === provider ? [[each.externalId, each]] : [],
    ),
  );
  const saved = new Map<string, SavedPhoto>();
  for (const { externalId, caption, link, read } of photos) {
    const found = known.get(externalId) ?? (await storePicture(shop, { externalId, read }));
    const text = toStorableText(caption.slice(0, maxCaption));
    if (found) saved.set(externalId, { ...found, externalId, caption: text, link });
  }
  return [...saved.values()];
}

async function storePicture(shop: Shop, { externalId, read }: Pick<FeedPhoto, 'externalId' | 'read'>) {
  const bytes = await read();
  if (bytes === null) return null;
  const stored = await shop.media.store(shop.db, { bytes, name: `photo-feed ${externalId}`.slice(0, 200), alt: '' });
  return stored.ok ? { mediaId: stored.id, isOwn: stored.isNew } : null;
}

/** Keeps a picture that staff have used elsewhere meanwhile. */
async function removePicture(shop: Shop, tx: Tx, mediaId: number): Promise<void> {
  await shop.media.lock(tx, mediaId);
  if ((await findUses(shop, tx, [mediaId])).length === 0) await shop.media.remove(tx, mediaId);
}

export const refreshFeedJob: JobDefinition<Record<string, never>> = defineJob({
  name: 'photo-feed:refresh',
  every: '*/30 * * * *',
  // More attempts are not needed, since the job runs again in half an hour.
  maxAttempts: 2,
  run: async (shop) => {
    await refreshFeed(shop);
    await renewToken(shop);
  },
});
