import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { isContract } from './is-contract.ts';
import { orderWithdrawalPath } from './paths.ts';
import { withdrawalSettings } from './settings.ts';
import { withdrawalTexts as texts } from './texts.ts';

/** Of orders that were neither ended nor wait for a payment that failed. */
const openStatuses: ReadonlySet<Order['status']> = new Set(['on-hold', 'processing', 'completed']);

/** Fills `order.details` with the way to the form, filled in for the order. */
export function renderWithdrawalLink(
  shop: Shop,
  { t }: RenderContext,
  { order }: { readonly order: Order },
): ReactNode {
  const { isOffered, periodDays } = shop.settings(withdrawalSettings);
  if (!isOffered || !isContract(order) || !openStatuses.has(order.status)) return null;
  return (
    <p>
      {t(texts.orderLead, { days: periodDays })} <a href={orderWithdrawalPath(order.token)}>{t(texts.footerLink)}</a>
    </p>
  );
}
