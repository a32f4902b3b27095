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
  if (!isOffered || order.confirmedAt === null || !['on-hold', 'processing', 'completed'].includes(order.status))
    return null;
  return (
    <p>
      {t(texts.orderLead, { days: periodDays })} <a href={orderWithdrawalPath(order.token)}>{t(texts.footerLink)}</a>
    </p>
  );
}
