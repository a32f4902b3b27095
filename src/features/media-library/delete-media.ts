import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { mediaUses } from '#platform/media/uses.ts';
import { findUses } from './find-uses.ts';
import { findMedia, type MediaSubject } from './media-subject.ts';

type DeleteResult =
  | { readonly ok: true; readonly media: MediaSubject }
  | { readonly ok: false; readonly code: 'not_found' }
  | { readonly ok: false; readonly code: 'MEDIA_IN_USE'; readonly media: MediaSubject };

/** Deletes a picture that nothing shows. Whoever begins to use it meanwhile waits for the lock of its row. */
export async function deleteMedia(shop: Shop, tx: Tx, id: number): Promise<DeleteResult> {
  await shop.media.lock(tx, id);
  const media = await findMedia(tx, id);
  if (!media) return { ok: false, code: 'not_found' };
  if ((await findUses(shop, tx, [id])).length > 0) return { ok: false, code: 'MEDIA_IN_USE', media };
  for (const { forget } of shop.implementations(mediaUses)) await forget?.(tx, id);
  await shop.media.remove(tx, id);
  return { ok: true, media };
}
