import type { ReactNode } from 'react';
import { cartPath } from '#features/cart/index.ts';
import { shopPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { confirmCodeField, confirmPath, orderPath } from '../contract.ts';
import type { Order } from '../order.ts';
import { orderTexts as texts } from '../texts.ts';
import { OrderItems, ReorderForm } from './order-page.tsx';

interface ConfirmPageProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  /** The order without free text, since somebody else may open the link. */
  readonly order: Order;
  readonly code: string;
}

/** The page confirms by a button and not by opening the link, because email scanners open links. */
export function ConfirmPage({ shop, context, order, code }: ConfirmPageProps) {
  const { t } = context;
  const due = order.dueAt ?? context.now;
  const lead = t(texts.confirmLead, { shop: shop.choices.name, due });
  const button = (
    <form method="post" action={confirmPath(order.token)}>
      <input type="hidden" name={confirmCodeField} value={code} />
      <Button>{t(texts.confirmButton)}</Button>
    </form>
  );
  return (
    <PageLayout title={t(texts.confirmTitle, { number: order.number })} lead={lead} action={button}>
      <OrderItems context={context} order={order} />
      <p>{t(texts.confirmNotYours)}</p>
    </PageLayout>
  );
}

/** Links to the order's page, which offers a fresh mail to the shopper who placed the order. */
export function InvalidCodePage({
  context: { t },
  order,
}: Pick<ConfirmPageProps, 'context'> & { readonly order: Order | null }) {
  const action = (
    <>
      {order && <ButtonLink href={orderPath(order.token)}>{t(texts.viewOrder)}</ButtonLink>}
      <ButtonLink look="quiet" href={shopPath}>
        {t(texts.continueShopping)}
      </ButtonLink>
    </>
  );
  return <PageLayout title={t(texts.confirmInvalidTitle)} lead={t(texts.confirmInvalid)} action={action} />;
}

export function ReservationEndedPage({ context: { t }, order }: Pick<ConfirmPageProps, 'context' | 'order'>) {
  const { number, cancelReason } = order;
  const lead = cancelReason === 'expired' ? texts.confirmEnded : texts.confirmCancelled;
  const action = (
    <>
      <ReorderForm t={t} order={order} />
      <ButtonLink look="quiet" href={shopPath}>
        {t(texts.continueShopping)}
      </ButtonLink>
      <ButtonLink look="quiet" href={cartPath}>
        {t(texts.viewCart)}
      </ButtonLink>
    </>
  );
  return <PageLayout title={t(texts.confirmEndedTitle)} lead={t(lead, { number })} action={action} />;
}

interface PageLayoutProps {
  readonly title: string;
  readonly lead: string;
  readonly action: ReactNode;
  readonly children?: ReactNode;
}

function PageLayout({ title, lead, action, children }: PageLayoutProps) {
  return (
    <div className="wrap wrap--narrow order">
      <PageHead title={title} lead={lead}>
        <div className="empty-state__actions">{action}</div>
      </PageHead>
      {children}
    </div>
  );
}
