import type { ReactNode } from 'react';
import type { Order, OrderEntry } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { isContract } from './is-contract.ts';
import { orderWithdrawalPath } from './paths.ts';
import { getPeriodEnd, withdrawalSettings } from './settings.ts';
import { withdrawalTexts as texts } from './texts.ts';

/** Of orders that were neither ended nor wait for a payment that failed. */
const openStatuses: ReadonlySet<Order['status']> = new Set(['on-hold', 'processing', 'completed']);

function canWithdraw({ settings }: Shop, order: Pick<Order, 'status' | 'confirmedAt' | 'suspicion'>): boolean {
  return settings(withdrawalSettings).isOffered && isContract(order) && openStatuses.has(order.status);
}

/** Fills `order.details` with the way to the form, filled in for the order. */
export function renderWithdrawalLink(
  shop: Shop,
  { t }: RenderContext,
  { order }: { readonly order: Order },
): ReactNode {
  if (!canWithdraw(shop, order)) return null;
  const { periodDays } = shop.settings(withdrawalSettings);
  return (
    <p>
      {t(texts.orderLead, { days: periodDays })} <a href={orderWithdrawalPath(order.token)}>{t(texts.footerLink)}</a>
    </p>
  );
}

/** Fills `accounts.order-actions` of orders whose period has not ended for certain. */
export function renderWithdrawalAction(
  shop: Shop,
  { t, now }: RenderContext,
  { order }: { readonly order: OrderEntry },
): ReactNode {
  const end = getPeriodEnd(shop, order.completedAt);
  if (!canWithdraw(shop, order) || (end !== null && end < now)) return null;
  return (
    <a href={orderWithdrawalPath(order.token)} aria-label={t(texts.withdrawFrom, { number: String(order.number) })}>
      {t(texts.withdraw)}
    </a>
  );
}
