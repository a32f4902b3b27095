import { toDecimal } from '#platform/money/money.ts';
import type { TransferPart } from '../contract.ts';
import { calculateAmountDue, type Order } from '../order.ts';

/** `maxName` and `maxReference`: characters of these lines (EPC069-12). */
const maxName = 70;
const maxReference = 140;
/** Cents. */
const maxAmount = 99_999_999_999;

type TransferOrder = Pick<Order, 'currency' | 'paymentInstructions'> & Parameters<typeof calculateAmountDue>[0];

/**
 * Creates the text of a QR code that fills in the form of a banking app (European Payments Council, EPC069-12,
 * version 002).
 * @returns null when the order is not paid by a transfer of euros to an IBAN
 */
export function createTransferCode(order: TransferOrder): string | null {
  const { currency, paymentInstructions } = order;
  const due = calculateAmountDue(order);
  // A line break in a value would shift the lines below it.
  const find = (part: TransferPart) =>
    paymentInstructions
      .find(({ kind }) => kind === part)
      ?.value.replace(/\s+/g, ' ')
      .trim() ?? '';
  const compact = (part: TransferPart) => find(part).replace(/\s/g, '').toUpperCase();
  const [iban, name] = [compact('iban'), Array.from(find('name')).slice(0, maxName).join('')];
  if (currency !== 'EUR' || iban === '' || name === '' || due < 1 || due > maxAmount) return null;
  const amount = `EUR${toDecimal({ amount: due, currency })}`;
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
