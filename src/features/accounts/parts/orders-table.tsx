import type { ReactNode } from 'react';
import { formatOrderStatus, type OrderEntry, orderPath, orderPayPath } from '#features/orders/index.ts';
import { defineSlot } from '#platform/features/slots.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { accountTexts as texts } from '../texts.ts';

interface OrdersTableProps {
  readonly context: RenderContext;
  readonly orders: readonly OrderEntry[];
  /** Links by the number of the order. */
  readonly actions: ReadonlyMap<number, ReactNode>;
}

/** Links beside an order in the lists of an account. Fillers run for each order, so they must not run queries. */
export const accountOrderActions = defineSlot<{ readonly order: OrderEntry }, ReactNode>('accounts.order-actions');

/** The page of an order says more about its payment, and also covers orders that await a transfer. */
const isWaitingForPayment = ({ status }: OrderEntry): boolean => status === 'pending' || status === 'failed';

/** The table scrolls sideways when it is wider than the screen. */
export function OrdersTable({ context, orders, actions }: OrdersTableProps) {
  const { t, locale, price } = context;
  const dates = getDateFormat(locale, { dateStyle: 'medium' });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className="table-scroll" aria-label={t(texts.ordersTable)} tabIndex={0}>
      <table className="table account-orders">
        <thead>
          <tr>
            <th scope="col">{t(texts.order)}</th>
            <th scope="col">{t(texts.date)}</th>
            <th scope="col">{t(texts.status)}</th>
            <th scope="col" className="number">
              {t(texts.total)}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t(texts.view)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.number}>
              <th scope="row">{order.number}</th>
              <td>{dates.format(order.createdAt)}</td>
              <td>{formatOrderStatus(context, order)}</td>
              <td className="number">
                {price({ amount: order.total, currency: order.currency })}
                <br />
                <span className="account__muted">{t(texts.items, { count: order.quantity })}</span>
              </td>
              <td>
                <a href={orderPath(order.token)} aria-label={t(texts.viewOrder, { number: String(order.number) })}>
                  {t(texts.view)}
                </a>
                {isWaitingForPayment(order) && (
                  <>
                    {' '}
                    <a
                      href={orderPayPath(order.token)}
                      aria-label={t(texts.payOrder, { number: String(order.number) })}
                    >
                      {t(texts.pay)}
                    </a>
                  </>
                )}{' '}
                {actions.get(order.number)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
