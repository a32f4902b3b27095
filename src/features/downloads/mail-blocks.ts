import { createOrderLink, isPaid, type ListOrderMailBlocks } from '#features/orders/index.ts';
import { downloadTexts as texts } from './texts.ts';

/** Adds a link to the downloads to the mails of a paid order with files. */
export const listDownloadBlocks: ListOrderMailBlocks = (shop, order) =>
  isPaid(order) && order.lines.some(({ downloadable }) => downloadable)
    ? [
        { kind: 'heading', text: shop.t(texts.title) },
        { kind: 'paragraph', text: shop.t(texts.mail) },
        { kind: 'link', text: shop.t(texts.mailLink), href: `${createOrderLink(shop, order)}#downloads` },
      ]
    : [];
