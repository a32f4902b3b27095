import type { LoadOrderFacts, LoadPaymentFacts } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { PaymentTransaction } from './ledger/payment.ts';
import { findRemoteProvider } from './providers/provider.ts';
import type { PaymentInstrument } from './providers/remote-provider.ts';
import { paymentTexts as texts } from './texts.ts';

interface NamedTransaction extends Pick<PaymentTransaction, 'kind' | 'status' | 'amount'> {
  readonly provider: string;
  readonly currency: string;
  readonly reference: string;
  readonly instrument: PaymentInstrument | null;
}

const selectNamed = sqlQuery<NamedTransaction>(
  'payments.list-named-transactions',
  `select p.provider, p.currency, t.kind, t.status, t.amount, coalesce(t.provider_reference, '') as reference, p.instrument
  from payments p join payment_transactions t on t.payment_id = p.id
  where p.order_id = $1 and t.provider_reference is not null order by t.id`,
);

const brands: Readonly<Record<string, string>> = {
  ...{ VISA: 'Visa', MASTERCARD: 'Mastercard', AMEX: 'American Express', DISCOVER: 'Discover', MAESTRO: 'Maestro' },
  ...{ JCB: 'JCB', CB_NATIONALE: 'CB', CHINA_UNION_PAY: 'UnionPay' },
};

/** Describes the card of a payment, such as 'Visa ending in 1111'. */
function describeInstrument(t: Translate, instrument: PaymentInstrument | null): string | null {
  if (!instrument) return null;
  const { brand, lastDigits: digits } = instrument;
  return t(texts.cardEndingIn, { brand: brands[brand] ?? brand, digits });
}

const isCaptured = ({ kind, status }: NamedTransaction) => kind === 'capture' && status === 'succeeded';

/**
 * Provides `orders.payment-facts` from captures of remote providers. For several captures, the longest time of a
 * refund counts.
 */
export const loadCaptures: LoadPaymentFacts = async (shop, db, { id }) => {
  const captures = (await selectNamed(db, [id])).filter(isCaptured);
  const days = captures.flatMap(({ provider }) => findRemoteProvider(shop, provider)?.refundDays?.(shop) ?? []);
  return {
    transactions: captures.map(({ reference }) => reference),
    instruments: [...new Set(captures.flatMap(({ instrument }) => describeInstrument(shop.t, instrument) ?? []))],
    refundDays: days.length === 0 ? null : Math.max(...days),
  };
};

/** Provides `orders.facts`: transactions that staff can find at the providers. */
export const loadTransactionFacts: LoadOrderFacts = async (shop, db, { id }) => {
  const transactions = await selectNamed(db, [id]);
  if (transactions.length === 0) return null;
  const rows = transactions.map(({ provider, currency, kind, status, amount, reference, instrument }) => {
    const moved = `${kind} ${formatMoney({ amount, currency }, shop.choices.locale)} ${status}, ${reference}`;
    const value = [moved, describeInstrument(shop.t, instrument), instrument?.authentication]
      .filter(Boolean)
      .join(', ');
    return { label: findRemoteProvider(shop, provider)?.title(shop) ?? provider, value };
  });
  return { name: 'transactions', title: shop.t(texts.transactions), rows, data: transactions };
};
