import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { orderWithdrawalPath } from './paths.ts';
import { withdrawalSettings } from './settings.ts';
import { withdrawalTexts as texts } from './texts.ts';

/** Fills `order.details` with the way to the form, filled in for the order. */
export function renderWithdrawalLink(
  shop: Shop,
  { t }: RenderContext,
  { order }: { readonly order: Order },
): ReactNode {
  const { isOffered, periodDays } = shop.settings(withdrawalSettings);
  // What is prepared without a confirmation, such as cash on delivery, is a contract as well.
  const isContract =
    order.status === 'processing' || order.status === 'completed' || (order.status === 'on-hold' && order.confirmedAt);
  if (!isOffered || !isContract) return null;
  return (
    <p>
      {t(texts.orderLead, { days: periodDays })} <a href={orderWithdrawalPath(order.token)}>{t(texts.footerLink)}</a>
    </p>
  );
}
