import type { ReactNode } from 'react';
import { isCancelRequested, type Order, type OrderEntry } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import { isContract } from './is-contract.ts';
import { orderWithdrawalPath } from './paths.ts';
import { getPeriodEnd, withdrawalSettings } from './settings.ts';
import { withdrawalTexts as texts } from './texts.ts';

/** States of orders that have not ended and do not wait for another attempt at payment. */
const openStatuses: ReadonlySet<Order['status']> = new Set(['on-hold', 'processing', 'completed']);

function canWithdraw({ settings }: Shop, order: Pick<Order, 'status' | 'confirmedAt' | 'suspicion'>): boolean {
  return settings(withdrawalSettings).isOffered && isContract(order) && openStatuses.has(order.status);
}

interface DeclaredWithdrawal {
  readonly id: number;
  readonly declaredAt: Date;
  readonly isClosed: boolean;
  readonly hasArrived: boolean;
  /** The units of the withdrawal, as far as they were recognized. */
  readonly units: readonly { readonly name: string; readonly quantity: number }[];
}

const selectDeclared = sqlQuery<DeclaredWithdrawal>(
  'withdrawals.list-of-order',
  `select w.id, w.declared_at as "declaredAt", c.withdrawal_id is not null as "isClosed",
    exists (select from withdrawal_lines l where l.withdrawal_id = w.id and l.received > 0) as "hasArrived",
    (select coalesce(json_agg(json_build_object('name', ol.name, 'quantity', l.quantity) order by ol.position), '[]')
      from withdrawal_lines l join order_lines ol on ol.id = l.order_line_id where l.withdrawal_id = w.id) as units
  from withdrawals w left join withdrawal_closings c on c.withdrawal_id = w.id where w.order_id = $1 order by w.id desc limit 10`,
);

/**
 * Fills `order.next` with the declared withdrawals. Typed texts are not shown, since anybody who knows number and
 * address may have declared.
 */
export async function renderDeclaredWithdrawals(
  { db }: Shop,
  { t }: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  const declared = await selectDeclared(db, [order.id]);
  if (declared.length === 0) return null;
  return (
    <>
      <h2>{t(texts.returns)}</h2>
      <div className="stack">
        {declared.map(({ id, declaredAt, units, ...state }) => (
          <div key={id}>
            <p>
              {t(texts.declaredOn, { at: declaredAt })}: {t(findStateText(state))}
            </p>
            <ul>
              {units.map(({ name, quantity }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
                <li key={index}>{t(texts.unitsOf, { name, quantity })}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
}

/** Fills `order.details`. */
export async function renderWithdrawalLink(
  shop: Shop,
  { t }: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  if (!canWithdraw(shop, order) || isCancelRequested(order)) return null;
  return (
    <p>
      {t(texts.orderLead, { days: shop.settings(withdrawalSettings).periodDays })}{' '}
      <a href={orderWithdrawalPath(order.token)}>{t(texts.footerLink)}</a>
    </p>
  );
}

function findStateText({ isClosed, hasArrived }: Pick<DeclaredWithdrawal, 'isClosed' | 'hasArrived'>): Text {
  if (isClosed) return texts.stateClosed;
  return hasArrived ? texts.stateArrived : texts.stateOpen;
}

/** Fills `accounts.order-actions` of orders whose withdrawal period may not have ended yet. */
export function renderWithdrawalAction(
  shop: Shop,
  { t, now }: RenderContext,
  { order }: { readonly order: OrderEntry },
): ReactNode {
  const end = getPeriodEnd(shop, order.completedAt);
  if (!canWithdraw(shop, order) || isCancelRequested(order) || (end !== null && end < now)) return null;
  return (
    <a href={orderWithdrawalPath(order.token)} aria-label={t(texts.withdrawFrom, { number: String(order.number) })}>
      {t(texts.withdraw)}
    </a>
  );
}
