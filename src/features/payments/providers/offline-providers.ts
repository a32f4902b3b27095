import type { LockedOrder, PaymentInstruction } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { paymentSettings } from '../settings.ts';
import { paymentTexts as texts } from '../texts.ts';
import type { OfflineDecision, OfflineProvider } from './provider.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Method of orders with a total of 0, which are paid at once. */
export const freeOfCharge: OfflineProvider = {
  kind: 'offline',
  id: 'free',
  title: ({ t }) => t(texts.nothingToPay),
  isAvailable: (_shop, _db, { total }) => total === 0,
  decide: () => ({ status: 'processing', isPaid: true, instructions: [] }),
};

/** Offered when the settings have a bank account. */
export const bankTransfer: OfflineProvider = {
  kind: 'offline',
  id: 'bank_transfer',
  allowsOtherPayment: true,
  title: ({ t }) => t(texts.bankTransfer),
  description: ({ t, settings }, { needsShipping }) => {
    const days = settings(paymentSettings).bankTransfer?.dueDays ?? 0;
    return t(needsShipping ? texts.bankTransferText : texts.bankTransferVirtualText, { days });
  },
  isAvailable: ({ settings }, _db, { total }) => total > 0 && Boolean(settings(paymentSettings).bankTransfer),
  decide: decideTransfer,
};

function decideTransfer(shop: Shop, order: LockedOrder): OfflineDecision {
  const { dueDays = 0 } = shop.settings(paymentSettings).bankTransfer ?? {};
  return {
    status: 'on-hold',
    dueAt: new Date(shop.clock.now().getTime() + dueDays * dayMs),
    instructions: createInstructions(shop, order),
  };
}

function createInstructions(
  { t, choices, settings }: Shop,
  { number, total, currency }: LockedOrder,
): PaymentInstruction[] {
  const account = settings(paymentSettings).bankTransfer;
  const money = formatMoney({ amount: total, currency }, choices.locale);
  const rows: readonly (Omit<PaymentInstruction, 'value'> & { readonly value: string | undefined })[] = [
    { kind: 'name', label: t(texts.accountName), value: account?.accountName },
    { kind: 'iban', label: t(texts.iban), value: account?.iban },
    { kind: 'bic', label: t(texts.bic), value: account?.bic },
    { label: t(texts.bank), value: account?.bank },
    { kind: 'amount', label: t(texts.amount), value: money },
    { kind: 'reference', label: t(texts.reference), value: String(number) },
  ];
  return rows.flatMap(({ value, ...row }) => (value ? [{ ...row, value }] : []));
}

/** The order is prepared although it is unpaid. Staff record the payment. */
export const cashOnDelivery: OfflineProvider = {
  kind: 'offline',
  id: 'cash_on_delivery',
  title: ({ t }) => t(texts.cashOnDelivery),
  description: ({ t }) => t(texts.cashOnDeliveryText),
  isAvailable: ({ settings }, _db, { total, country, needsShipping }) => {
    const { enabled, countries } = settings(paymentSettings).cashOnDelivery;
    return enabled && total > 0 && needsShipping && (countries === null || countries.includes(country));
  },
  decide: () => ({ status: 'processing', isPaid: false, instructions: [] }),
};

/** Money that the shop has received itself, such as cash. Only members of staff choose this method. */
export const paidByHand: OfflineProvider = {
  kind: 'offline',
  id: 'by_hand',
  title: ({ t }) => t(texts.paidByHand),
  isAvailable: () => false,
  decide: () => ({ status: 'processing', isPaid: true, instructions: [] }),
};

/** Days to pay an order on account, when the settings of bank transfer state no other number. */
const accountDays = 14;

/** The order is shipped first, and paid by the date in its instructions. Only members of staff choose this method. */
export const onAccount: OfflineProvider = {
  kind: 'offline',
  id: 'on_account',
  title: ({ t }) => t(texts.onAccount),
  isAvailable: () => false,
  decide: (shop, order) => {
    const days = shop.settings(paymentSettings).bankTransfer?.dueDays ?? accountDays;
    const due = new Date(shop.clock.now().getTime() + days * dayMs);
    const payBy = {
      label: shop.t(texts.payBy),
      value: getDateFormat(shop.choices.locale, { dateStyle: 'long' }).format(due),
    };
    return { status: 'processing', isPaid: false, instructions: [...createInstructions(shop, order), payBy] };
  },
};
