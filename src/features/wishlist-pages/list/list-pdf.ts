import { buffer } from 'node:stream/consumers';
import { renderPdf } from '#features/documents/index.ts';
import { formatPriceRange } from '#features/pricing/index.ts';
import {
  findItems,
  formatItemChoices,
  getWishlistPath,
  type Wishlist,
  type WishlistItem,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getDateFormat, getNumberFormat } from '#platform/texts/formats.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { formatGift } from './gift-parts.tsx';
import { availabilityTexts } from './render-rows.tsx';

/** Maximum number of rows in the file. A PDF page has about 25 rows, and takes about 60 ms of CPU time. */
const maxRows = 500;

export const renderListPdf = async (shop: Shop, list: Wishlist): Promise<Buffer> =>
  renderPdf(await describeListPdf(shop, list));

/**
 * Creates the content of the file: rows with price and availability, date, link, and the number of rows that were
 * left out.
 */
export async function describeListPdf(shop: Shop, list: Wishlist) {
  const context = shop.renderContext(getWishlistPath(list.token));
  const { t } = context;
  const { items, itemCount } = await findItems(shop, shop.db, list, { page: 1, perPage: maxRows });
  const date = getDateFormat(context.locale, { dateStyle: 'medium' }).format(context.now);
  // The owner's own token is never printed: others get the share token.
  const shared = list.isUserOwner ? list.shareToken : list.token;
  return {
    title: list.name,
    locale: context.locale,
    issuedAt: context.now,
    parties: [],
    facts: [
      { label: t(texts.pdfDate), value: date },
      ...(list.gift === null ? [] : [{ label: t(texts.occasion), value: formatGift(context, list.gift) }]),
      ...(shared === null ? [] : [{ label: t(texts.shareLink), value: context.absolute(getWishlistPath(shared)) }]),
    ],
    items: {
      columns: [
        { label: t(texts.item), share: 6, isNumber: false },
        { label: t(texts.availability), share: 3, isNumber: false },
        { label: t(texts.quantity), share: 1.5, isNumber: true },
        { label: t(texts.price), share: 2, isNumber: true },
      ],
      rows: await addPhotographs(shop, items, (item) => toRow(context, item)),
    },
    totals: [],
    taxes: null,
    notes: itemCount > maxRows ? [t(texts.leftOutOfPdf, { count: itemCount - maxRows })] : [],
  };
}

/**
 * Reads photographs one after another, since the media store encodes only few at a time. Leaves out photographs that
 * are not ready.
 */
async function addPhotographs<Row>(shop: Shop, items: readonly WishlistItem[], toRow: (item: WishlistItem) => Row) {
  const rows: (Row & { readonly photo?: Buffer })[] = [];
  for (const item of items) rows.push({ ...toRow(item), ...(await readPhotograph(shop, item)) });
  return rows;
}

async function readPhotograph({ db, media }: Shop, { image }: WishlistItem): Promise<{ readonly photo?: Buffer }> {
  if (image === null) return {};
  // The first address is that of the smallest size, which is a JPEG.
  const name = /^\/media\/(\S+)/.exec(media.picture(image).srcset)?.[1] ?? '';
  const opened = await media.open(db, name);
  return opened.ok ? { photo: await buffer(await opened.file.stream()) } : {};
}

function toRow(context: RenderContext, item: WishlistItem) {
  const { name, note, quantity, availability, price, priceRange } = item;
  const amount = price ? context.price({ amount: price.current, currency: price.currency }) : '';
  return {
    cells: [
      ...[name, context.t(availabilityTexts[availability]), getNumberFormat(context.locale, {}).format(quantity)],
      amount || (priceRange ? formatPriceRange(context, priceRange) : ''),
    ],
    notes: [...formatItemChoices(item), ...(note === '' ? [] : [note])],
  };
}
