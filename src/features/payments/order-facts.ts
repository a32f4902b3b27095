import type { LoadOrderFacts, LoadPaymentFacts } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { PaymentTransaction } from './ledger/payment.ts';
import { findRemoteProvider } from './providers/provider.ts';
import { paymentTexts as texts } from './texts.ts';

interface NamedTransaction extends Pick<PaymentTransaction, 'kind' | 'status' | 'amount'> {
  readonly provider: string;
  readonly currency: string;
  /** The provider's id. */
  readonly reference: string;
}

/** What providers know by an id of theirs. */
const selectNamed = sqlQuery<NamedTransaction>(
  'payments.list-named-transactions',
  `select p.provider, p.currency, t.kind, t.status, t.amount, coalesce(t.provider_reference, '') as reference
  from payments p join payment_transactions t on t.payment_id = p.id
  where p.order_id = $1 and t.provider_reference is not null order by t.id`,
);

const isCaptured = ({ kind, status }: NamedTransaction) => kind === 'capture' && status === 'succeeded';

/** Provides `orders.payment-facts`: the captures of remote providers. Of several the slowest refund counts. */
export const loadCaptures: LoadPaymentFacts = async (shop, db, { id }) => {
  const captures = (await selectNamed(db, [id])).filter(isCaptured);
  const days = captures.flatMap(({ provider }) => findRemoteProvider(shop, provider)?.refundDays?.(shop) ?? []);
  return {
    transactions: captures.map(({ reference }) => reference),
    refundDays: days.length === 0 ? null : Math.max(...days),
  };
};

/** Provides `orders.facts`: what staff finds at the providers. */
export const loadTransactionFacts: LoadOrderFacts = async (shop, db, { id }) => {
  const transactions = await selectNamed(db, [id]);
  if (transactions.length === 0) return null;
  const rows = transactions.map(({ provider, currency, kind, status, amount, reference }) => {
    const value = `${kind} ${formatMoney({ amount, currency }, shop.choices.locale)} ${status}, ${reference}`;
    return { label: findRemoteProvider(shop, provider)?.title(shop) ?? provider, value };
  });
  return { name: 'transactions', title: shop.t(texts.transactions), rows, data: transactions };
};
