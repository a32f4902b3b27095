import type { Shop } from '#platform/features/shop.ts';
import type { MailContent } from '#platform/mail/kit/mail-content.ts';
import type { Text as Message } from '#platform/texts/texts.ts';
import type { RefusalKind } from '../place/order-limits.ts';
import { checkoutTexts as texts } from '../texts.ts';

export interface RefusalCount {
  readonly kind: RefusalKind;
  readonly count: number;
}

const names: Readonly<Record<RefusalKind, Message>> = {
  visitor: texts.refusedByVisitor,
  address: texts.refusedByAddress,
  email: texts.refusedByEmail,
  domain: texts.refusedByDomain,
  all: texts.refusedByAll,
  'visitor-quantity': texts.refusedByVisitorItems,
  'visitor-share': texts.refusedByVisitorShare,
  'unconfirmed-share': texts.refusedByUnconfirmedShare,
};

const settingPaths: Readonly<Record<RefusalKind, string>> = {
  visitor: 'checkout.ordersPerHour.visitor',
  address: 'checkout.ordersPerHour.address',
  email: 'checkout.ordersPerHour.email',
  domain: 'checkout.ordersPerHour.domain',
  all: 'checkout.ordersPerHour.all',
  'visitor-quantity': 'orders.maxReserved.visitorQuantity',
  'visitor-share': 'orders.maxReserved.visitorPercent',
  'unconfirmed-share': 'orders.maxReserved.unconfirmedPercent',
};

export function composeLimitWarning(
  { t, choices }: Shop,
  since: Date,
  refusals: readonly RefusalCount[],
): { readonly subject: string; readonly content: MailContent } {
  const title = t(texts.limitWarningSubject, { shop: choices.name });
  const rows = refusals.map(({ kind, count }) => ({
    text: t(names[kind]),
    notes: [settingPaths[kind]],
    amount: t(texts.refusedTimes, { count }),
  }));
  return {
    subject: title,
    content: {
      title,
      blocks: [
        { kind: 'paragraph', text: t(texts.limitWarning, { since }) },
        { kind: 'rows', rows },
        { kind: 'line' },
        { kind: 'paragraph', text: t(texts.limitWarningToDo) },
        { kind: 'code', text: 'npm run shop -- orders list --status on-hold' },
        { kind: 'paragraph', text: t(texts.limitWarningSettings) },
      ],
    },
  };
}
