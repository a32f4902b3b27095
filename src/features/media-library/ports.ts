import type { SQL } from 'drizzle-orm';
import type { Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';

/** Objects that use pictures: products, categories, brands. */
export interface MediaUse {
  /** Permanent: `products`. */
  readonly id: string;
  readonly text: Text;
  /** Where staff change such an object; null while it has no page. */
  readonly path: ((id: number) => string) | null;
  /** Permission to see that page. */
  readonly requires: string | null;
  /**
   * A row for each use: `media_id`, `id` and `label` of the object. With an index on the picture, because it is asked
   * for pages of pictures.
   */
  readonly rows: () => SQL;
  /** Called in the transaction in which pictures changed, so that pages show them: drops cached pages of the objects. */
  readonly changed?: (shop: Shop, tx: Tx, ids: readonly number[]) => Promise<void>;
}

/** What uses the pictures of the library. A picture in use is not deleted. */
export const mediaUses = definePort<MediaUse>('media-library.uses');
