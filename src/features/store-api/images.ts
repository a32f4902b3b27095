import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';

export const storeImage = z.strictObject({
  id: z.int(),
  src: z.url(),
  thumbnail: z.url(),
  srcset: z.string(),
  sizes: z.string(),
  thumbnail_srcset: z.string(),
  thumbnail_sizes: z.string(),
  name: z.string(),
  alt: z.string(),
});

export type StoreImage = z.infer<typeof storeImage>;

/** Converts an image. URLs are absolute, and the thumbnail is the smallest size. */
export function toStoreImage({ media, config }: Pick<Shop, 'media' | 'config'>, row: MediaRow): StoreImage {
  const { id, src, srcset, width, alt } = media.picture(row);
  const candidates = srcset.split(', ').map((candidate) => config.publicUrl + candidate);
  const [thumbnail = config.publicUrl + src, thumbnailWidth = `${width}w`] = candidates[0]?.split(' ') ?? [];
  const shownWidth = `${Number.parseInt(thumbnailWidth, 10)}px`;
  return {
    id,
    src: config.publicUrl + src,
    thumbnail,
    srcset: candidates.join(', '),
    sizes: `(max-width: ${width}px) 100vw, ${width}px`,
    thumbnail_srcset: candidates.join(', '),
    thumbnail_sizes: `(max-width: ${shownWidth}) 100vw, ${shownWidth}`,
    name: alt,
    alt,
  };
}
