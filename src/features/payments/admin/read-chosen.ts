import type { OperationRefusal } from '#platform/admin/records/operations/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RefundableOrder } from '../refunds/load-refundable.ts';
import type { RefundRequest } from '../refunds/plan-refund.ts';
import { refundTexts as texts } from './refund-texts.ts';

interface RefundFormValues {
  readonly items?: Readonly<Record<string, number | null>> | null | undefined;
  readonly shipping?: boolean | null | undefined;
  readonly fees?: boolean | null | undefined;
  readonly amount: number | null;
  readonly restock?: boolean | null | undefined;
}

/** Reads from the form what is refunded: parts of the order, or an amount. */
export function readChosen(
  { t }: Shop,
  { left }: RefundableOrder,
  { items, shipping, fees, amount, restock: typedRestock }: RefundFormValues,
): ({ readonly ok: true } & Omit<RefundRequest, 'by'>) | OperationRefusal {
  const lines = Object.entries(items ?? {}).flatMap(([position, quantity]) =>
    quantity ? [{ position: Number(position), quantity }] : [],
  );
  const restock = typedRestock === true;
  const parts = { lines, shipping: shipping === true, fees: fees === true };
  const hasParts = lines.length > 0 || parts.shipping || parts.fees;
  const refuse = (message: string, field: string) =>
    ({ ok: false, code: 'REFUND_AMOUNT_INVALID', message, field }) as const;
  if (hasParts && amount !== null) return refuse(t(texts.bothChosen), 'amount');
  if (!hasParts && amount === null) return refuse(t(texts.nothingChosen), 'amount');
  // Without items, only a refund of everything that is left says which units come back.
  if (restock && lines.length === 0 && amount !== left)
    return { ok: false, code: 'REFUND_ITEMS_UNKNOWN', message: t(texts.restockUnclear), field: 'restock' };
  return { ok: true, amount, parts: hasParts ? parts : null, restock };
}
