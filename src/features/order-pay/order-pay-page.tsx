import type { ReactNode } from 'react';
import { botCheckTexts, createActorSubject, prepareBotCheck } from '#features/bot-check/index.ts';
import {
  calculateAmountDue,
  createLinkKey,
  type Order,
  OrderItems,
  orderPath,
  orderPayPath,
  orderStyles,
} from '#features/orders/index.ts';
import {
  describeLastFailure,
  isBeingPaid,
  listOrderPaymentMethods,
  type PaymentMethod,
} from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choices.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { botCheckPurpose, isBotCheckNeeded } from './bot-check.ts';
import { type OrderPaySettings, paymentMethodField } from './contract.ts';
import { orderKeyDays, PrintedSettings } from './printed-settings.tsx';
import { orderPayMethods } from './slots.ts';
import { orderPayTexts as texts } from './texts.ts';

/** @param refusal reason why the last attempt was refused */
export async function renderOrderPay(
  shop: Shop,
  order: Order,
  actor: Actor,
  refusal: string | null,
): Promise<PrivateView> {
  const context = shop.renderContext(orderPayPath(order.token));
  const [botCheck, isPending, methods, failure, parts] = await Promise.all([
    isBotCheckNeeded(shop, actor).then((isNeeded) =>
      isNeeded ? prepareBotCheck(shop, createActorSubject(botCheckPurpose, actor)) : null,
    ),
    isBeingPaid(shop.db, order.id),
    listOrderPaymentMethods(shop, shop.db, order),
    describeLastFailure(shop, shop.t, order.id),
    shop.fill(orderPayMethods, context, { order }),
  ]);
  const settings: OrderPaySettings = {
    order: { order_token: order.token, order_key: createLinkKey(shop, order, orderKeyDays) },
  };
  const view = {
    context,
    order,
    methods,
    botCheck,
    parts,
    settings,
    notice: refusal ?? failure,
    shopEmail: shop.choices.email,
  };
  return {
    title: shop.t(isPending ? texts.beingPaidTitle : texts.title, { number: order.number }),
    styles: orderStyles,
    body: isPending ? <BeingPaidPage {...view} /> : <OrderPayPage {...view} />,
  };
}

interface OrderPayView {
  readonly context: RenderContext;
  readonly order: Order;
  readonly methods: readonly PaymentMethod[];
  readonly settings: OrderPaySettings;
  /** Parts of other features, shown in the form. */
  readonly parts: readonly ReactNode[];
  /** Null when there are no signs of abuse. */
  readonly botCheck: ReactNode;
  readonly notice: string | null;
  readonly shopEmail: string;
}

function OrderPayPage(view: OrderPayView) {
  const { context, order, methods, settings, botCheck, notice, parts } = view;
  const { t, price } = context;
  const amount = price({ amount: calculateAmountDue(order), currency: order.currency });
  const lead =
    order.status === 'on-hold'
      ? t(methods.length > 0 ? texts.leadOnHold : texts.leadOnHoldOnly, { amount, method: order.paymentTitle })
      : t(texts.leadDue, { amount, due: order.dueAt ?? order.createdAt });
  return (
    <div className="wrap wrap--narrow order">
      <PageHead title={t(texts.title, { number: order.number })} lead={lead} />
      <Notice kind="error" autoFocus>
        {notice}
      </Notice>
      {methods.length === 0 ? (
        <Notice kind="warning">{t(texts.noMethods)}</Notice>
      ) : (
        <form className="stack" id="order-pay" method="post" action={orderPayPath(order.token)}>
          {renderOutputs(parts)}
          <RadioGroup
            id={paymentMethodField}
            name={paymentMethodField}
            legend={t(texts.methods)}
            options={methods.map(({ id, title, description }) => ({ value: id, label: title, detail: description }))}
            value={(methods.find(({ id }) => id === order.paymentMethod) ?? methods[0])?.id}
          />
          {botCheck && (
            <section aria-label={t(botCheckTexts.title)}>
              <p>{t(botCheckTexts.lead)}</p>
              {botCheck}
            </section>
          )}
          <Button wide>{t(texts.pay, { amount })}</Button>
        </form>
      )}
      <OrderItems context={context} order={order} />
      <Help {...view} />
      <PrintedSettings settings={settings} />
    </div>
  );
}

function BeingPaidPage(view: OrderPayView) {
  const { context, order } = view;
  return (
    <div className="wrap wrap--narrow order">
      <PageHead title={context.t(texts.beingPaidTitle)} lead={context.t(texts.beingPaid)} />
      <OrderItems context={context} order={order} />
      <Help {...view} />
    </div>
  );
}

function Help({ context: { t }, order, shopEmail }: OrderPayView) {
  return (
    <div className="stack">
      <p>
        {t(texts.help)} <a href={`mailto:${shopEmail}`}>{shopEmail}</a>
      </p>
      <p>
        <ButtonLink look="quiet" href={orderPath(order.token)}>
          {t(texts.backToOrder)}
        </ButtonLink>
      </p>
    </div>
  );
}
