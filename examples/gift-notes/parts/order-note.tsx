import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { Filler } from '#platform/features/slots.ts';
import { getGiftNote } from '../gift-notes.ts';
import { giftNoteTexts as texts } from '../texts.ts';

/** Fills `orderDetails`. */
export const giftNoteOfOrder: Filler<{ readonly order: Order }, ReactNode> = async ({ db }, { t }, { order }) => {
  const note = await getGiftNote(db, order.id);
  if (note === null) return null;
  return (
    <>
      <h2>{t(texts.onOrder)}</h2>
      <p className="prose">{note}</p>
    </>
  );
};
