import { imagesCacheTag } from '#features/catalog/index.ts';
import { media } from '#features/media-library/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { line } from '#platform/forms/kinds.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { findMediaByIds } from '#platform/media/records.ts';
import { blockTexts as texts } from './texts.ts';

/** Field with ids of pictures, in their order. */
export const pictures = (shop: Shop, max = 1) =>
  media(shop, { label: shop.t(max === 1 ? texts.picture : texts.pictures), max, requires: 'content.write' });

const batches = new WeakMap<object, { readonly ids: Set<number>; readonly rows: Promise<readonly MediaRow[]> }>();

/**
 * Loads pictures by their ids, with one statement for all block types on a page, since their loads begin together.
 * Deleted pictures are left out.
 * @param call the argument of `load`, the same for all types
 */
export async function loadPictures(
  call: { readonly shop: Shop },
  blocks: readonly { readonly pictures: readonly number[] }[],
) {
  let batch = batches.get(call);
  if (!batch) {
    const ids = new Set<number>();
    // Defer to a microtask: the other types add their ids before it.
    const rows = Promise.resolve().then(() => {
      batches.delete(call);
      return ids.size === 0 ? [] : findMediaByIds(call.shop.db, [...ids]);
    });
    batch = { ids, rows };
    batches.set(call, batch);
  }
  for (const id of blocks.flatMap((block) => block.pictures)) batch.ids.add(id);
  const found = new Map((await batch.rows).map((row) => [row.id, row]));
  const data: (readonly MediaRow[])[] = blocks.map((block) => block.pictures.flatMap((id) => found.get(id) ?? []));
  return { data, tags: [imagesCacheTag] };
}

/** Whether a link of the shop's content may have this address. Addresses that run scripts are refused. */
export const isHref = (href: string) => /^(?:\/(?![/\\])|#|https:\/\/|mailto:|tel:)[^\s\\]*$/.test(href);

export const linkAddress = ({ t }: Shop, look: Partial<FieldLook> = {}) =>
  line({
    ...{ label: t(texts.linkHref), hint: t(texts.linkHint), max: 500, width: 'half' as const, ...look },
    ...{ isValid: isHref, invalid: t(texts.linkInvalid) },
  });

/** Fields of a link: its text and its address. A block without both shows no link. */
export const link = (shop: Shop) => ({
  linkText: line({ label: shop.t(texts.linkText), max: 100, width: 'half' }),
  linkHref: linkAddress(shop),
});

export const title = ({ t }: Shop, max = 200) => line({ label: t(texts.title), hint: t(texts.emphasisHint), max });
