import { reportUsageError } from '#features/orders/index.ts';
import type { CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { listUnsettledPayments } from '../settle/list-unsettled.ts';
import type { PaymentStatus } from '../tables.ts';

interface PaymentListItem {
  readonly id: number;
  readonly orderNumber: number | null;
  readonly provider: string;
  readonly status: PaymentStatus;
  readonly currency: string;
  readonly amount: number;
  readonly captured: number;
  readonly refunded: number;
  readonly createdAt: Date;
}

const perPage = 25;
/** Limit of the listed payments. More waiting payments mean that a provider fails, and the first ones show which. */
const maxUnsettled = 1000;

const columns = `p.id, o.number as "orderNumber", p.provider, p.status, p.currency, p.amount, p.captured, p.refunded, p.created_at as "createdAt"
  from payments p left join orders o on o.id = p.order_id`;

const rest = `($order::bigint is null or o.number = $order)
    and (not $isWithoutOrder::boolean or p.order_id is null and p.captured > p.refunded) and ($provider::text is null or p.provider = $provider)
  order by p.id desc limit $perPage offset $offset`;

const selectPayments = namedQuery<FilterValues, PaymentListItem>('payments.list', `select ${columns} where ${rest}`);
const selectById = namedQuery<FilterValues & { readonly ids: readonly number[] }, PaymentListItem>(
  'payments.list-by-id',
  `select ${columns} where p.id = any($ids::bigint[]) and ${rest}`,
);

type FilterValues = Filter & { readonly perPage: number; readonly offset: number };

interface Filter {
  readonly order: number | null;
  readonly provider: string | null;
  readonly isWithoutOrder: boolean;
  readonly isUnsettled: boolean;
  readonly page: number;
}

/** @returns the filter, or a message that says which option is wrong */
function readFilter({ options }: CommandInput): Filter | string {
  const page = readCount(options.page ?? '1');
  const order = options.order === undefined ? null : readCount(options.order);
  if (!Number.isSafeInteger(page) || page < 1) return '--page: expected a whole number of 1 or more';
  if (order !== null && !Number.isSafeInteger(order)) return '--order: expected a number';
  return {
    ...{ page, order, provider: typeof options.provider === 'string' ? options.provider : null },
    ...{ isWithoutOrder: options.withoutOrder === true, isUnsettled: options.unsettled === true },
  };
}

async function findPayments(shop: Shop, filter: Filter): Promise<readonly PaymentListItem[]> {
  const values = { ...filter, perPage, offset: (filter.page - 1) * perPage };
  if (!filter.isUnsettled) return selectPayments(shop.db, values);
  const ids = await listUnsettledPayments(shop, { isDue: false, limit: maxUnsettled });
  return selectById(shop.db, { ...values, ids });
}

export const listPaymentsCommand: CommandDefinition = {
  name: 'payments list',
  summary: 'list payments, newest first',
  requires: 'payments.read',
  options: [
    { flags: '--order <number>', description: 'only those of an order' },
    { flags: '--provider <id>', description: 'only those of a provider, such as wallet or bank_transfer' },
    { flags: '--unsettled', description: 'only those that wait for something: the shopper, the provider, their order' },
    { flags: '--without-order', description: 'only captured money that belongs to no order' },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, input, output) => {
    const filter = readFilter(input);
    if (typeof filter === 'string') return reportUsageError(output, filter);
    const found = await findPayments(shop, filter);
    output.table(
      ['id', 'order', 'provider', 'state', 'amount', 'captured', 'refunded', 'date'],
      found.map(({ currency, ...payment }) => [
        ...[String(payment.id), String(payment.orderNumber ?? 'none')],
        ...[payment.provider, payment.status],
        ...[payment.amount, payment.captured, payment.refunded].map((amount) =>
          formatMoney({ amount, currency }, shop.choices.locale),
        ),
        payment.createdAt.toISOString().slice(0, 16).replace('T', ' '),
      ]),
    );
    if (found.length === 0) output.line('No payments found.');
    output.result({ payments: found, page: filter.page });
    return 0;
  },
};
