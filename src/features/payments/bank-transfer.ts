import type { LockedOrder, PaymentInstruction } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { FindPaymentMethod, PaymentAuthorization } from './payment-methods.ts';
import { paymentSettings } from './settings.ts';
import { payments } from './tables.ts';
import { paymentTexts as texts } from './texts.ts';

export const bankTransferId = 'bank_transfer';

const dayMs = 24 * 60 * 60 * 1000;

/** Offered when the settings have a bank account. */
export const bankTransfer: FindPaymentMethod = (shop) => {
  const account = shop.settings(paymentSettings).bankTransfer;
  if (!account) return null;
  return {
    id: bankTransferId,
    title: shop.t(texts.bankTransfer),
    description: shop.t(texts.bankTransferText, { days: account.dueDays }),
    authorize: authorizeTransfer,
  };
};

async function authorizeTransfer(shop: Shop, tx: Tx, order: LockedOrder): Promise<PaymentAuthorization> {
  const { dueDays = 0 } = shop.settings(paymentSettings).bankTransfer ?? {};
  const { id: orderId, total: amount, currency } = order;
  const now = shop.clock.now();
  await tx
    .insert(payments)
    .values({ orderId, method: bankTransferId, amount, currency, createdAt: now, updatedAt: now });
  return {
    status: 'on-hold',
    dueAt: new Date(now.getTime() + dueDays * dayMs),
    instructions: createInstructions(shop, order),
  };
}

function createInstructions(
  { t, choices, settings }: Shop,
  { number, total, currency }: LockedOrder,
): PaymentInstruction[] {
  const account = settings(paymentSettings).bankTransfer;
  const rows = [
    { label: t(texts.accountName), value: account?.accountName },
    { label: t(texts.iban), value: account?.iban },
    { label: t(texts.bic), value: account?.bic },
    { label: t(texts.bank), value: account?.bank },
    { label: t(texts.amount), value: formatMoney({ amount: total, currency }, choices.locale) },
    { label: t(texts.reference), value: String(number) },
  ];
  return rows.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}
