import { isPaid, type ListOrderMailBlocks } from '#features/orders/index.ts';
import { downloadTexts as texts } from './texts.ts';

/** Says in the mails of a paid order with files where they are. The button of the mail leads there. */
export const listDownloadBlocks: ListOrderMailBlocks = ({ t }, order) =>
  isPaid(order) && order.lines.some(({ downloadable }) => downloadable)
    ? [
        { kind: 'heading', text: t(texts.title) },
        { kind: 'paragraph', text: t(texts.mail) },
      ]
    : [];
