import { toDecimal } from '#platform/money/money.ts';
import type { TransferPart } from '../contract.ts';
import type { Order } from '../order.ts';

/** Of its lines, in characters (EPC069-12). */
const maxName = 70;
const maxReference = 140;
/** In cents. */
const maxAmount = 99_999_999_999;

/**
 * The text of a QR code that fills in the form of a banking app (European Payments Council, EPC069-12, version 002).
 * @returns null where an order has no such transfer: euros to an IBAN
 */
export function createTransferCode({
  currency,
  total,
  paymentInstructions,
}: Pick<Order, 'currency' | 'total' | 'paymentInstructions'>): string | null {
  const find = (part: TransferPart) => paymentInstructions.find(({ kind }) => kind === part)?.value.trim() ?? '';
  const compact = (part: TransferPart) => find(part).replace(/\s/g, '').toUpperCase();
  const [iban, name] = [compact('iban'), find('name').slice(0, maxName)];
  if (currency !== 'EUR' || iban === '' || name === '' || total < 1 || total > maxAmount) return null;
  const amount = `EUR${toDecimal({ amount: total, currency })}`;
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    compact('bic'),
    name,
    iban,
    amount,
    '',
    '',
    find('reference').slice(0, maxReference),
  ];
  return lines.join('\n');
}
