import type { SQL } from 'drizzle-orm';
import type { Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';

/** Objects that show pictures of the library: products, categories. */
export interface MediaUse {
  /** Permanent: `products`. */
  readonly id: string;
  readonly text: Text;
  /** Where staff change it, with the permission to see that page. Null while it has no page. */
  readonly page: { readonly path: (id: number) => string; readonly requires: string } | null;
  /**
   * A row for each use: `media_id`, and `id` and `label` of the object. Found by an index on the picture, because it is
   * asked for the pictures of a page.
   */
  readonly rows: (shop: Shop) => SQL;
  /** Drops the cached pages of objects whose pictures have changed, in the transaction of the change. */
  readonly changed: (shop: Shop, tx: Tx, ids: readonly number[]) => Promise<void>;
  /** Deletes what keeps a picture without showing it, before the picture is deleted. */
  readonly forget?: (tx: Tx, mediaId: number) => Promise<void>;
}

/** What uses the pictures of the library. A picture in use is not deleted. */
export const mediaUses = definePort<MediaUse>('media.uses');
