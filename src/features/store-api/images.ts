import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';

export const storeImage = z.strictObject({
  id: z.int(),
  src: z.url(),
  thumbnail: z.url(),
  srcset: z.string(),
  sizes: z.string(),
  name: z.string(),
  alt: z.string(),
});

export type StoreImage = z.infer<typeof storeImage>;

/** URLs are absolute. The thumbnail is the smallest size. */
export function toStoreImage({ media, config }: Pick<Shop, 'media' | 'config'>, row: MediaRow): StoreImage {
  const { id, src, srcset, width, alt } = media.picture(row);
  const candidates = srcset.split(', ').map((candidate) => config.publicUrl + candidate);
  return {
    id,
    src: config.publicUrl + src,
    thumbnail: candidates[0]?.split(' ')[0] ?? config.publicUrl + src,
    srcset: candidates.join(', '),
    sizes: `(max-width: ${width}px) 100vw, ${width}px`,
    name: alt,
    alt,
  };
}
