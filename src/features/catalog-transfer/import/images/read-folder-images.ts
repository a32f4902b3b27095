import { fetchAndShowImage, markImageFailed } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isStorageFull } from '#platform/storage/storage.ts';
import { cutText } from '#platform/texts/plain-text.ts';

const imagesAtOnce = 4;

/**
 * Reads images of a folder, in this process: no other machine has the folder. Those that can't be stored are marked,
 * whatever the reason: their rows are saved, and the import has to report them.
 */
export async function readFolderImages(shop: Shop, ids: readonly number[], folder: string): Promise<void> {
  const read = async (id: number) => {
    try {
      await fetchAndShowImage(shop, { id, folder }, true);
    } catch (error) {
      const reason = error instanceof Error ? cutText(error.message, 200) : '';
      await markImageFailed(shop, id, isStorageFull(error) ? 'STORAGE_FULL' : `NOT_STORED ${reason}`.trim());
    }
  };
  for (let from = 0; from < ids.length; from += imagesAtOnce)
    await Promise.all(ids.slice(from, from + imagesAtOnce).map(read));
}
