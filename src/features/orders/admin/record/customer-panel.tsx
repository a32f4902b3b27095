import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Address, formatAddress } from '#features/addresses/index.ts';
import { personRecord } from '#features/customers/index.ts';
import { suspicionTexts } from '#features/orders/suspicion-texts.ts';
import { type AdminPanel, definePanel, getRecordPath } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatEmail, toMailLink } from '#platform/mail/email-address.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { Notice } from '#ui/notice.tsx';
import { orderList } from '../order-list.tsx';
import type { OrderSubject } from './order-subject.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

const maxOrders = 500;

/**
 * Selects the other orders of the same account and of the same mailbox, which is all that identifies a guest. An order
 * whose personal data was erased belongs to nobody, so it has no other orders.
 */
export const ordersOfPerson = (id: number): SQL => sql`select other.id from orders o, lateral (
    select p.id from orders p where p.customer_id = o.customer_id
    union select p.id from orders p where email_key(p.email) = email_key(o.email)
    limit ${maxOrders + 2}
  ) other where o.id = ${id} and o.erased_at is null and other.id <> o.id`;

/** Selects the person of an order: its account, or the guest with its email address. */
const personOfOrder = (id: number): SQL => sql`(select coalesce(
    (select p.id from people p where p.customer_id = o.customer_id),
    (select p.id from people p where o.customer_id is null and o.erased_at is null and p.customer_id is null and lower(p.email) = lower(o.email)))
  from orders o where o.id = ${id})`;

export const customerPanel = definePanel({
  ...{ id: 'customer', title: texts.customer, column: 'side' },
  data: (_shop, id) => sql`with others as (${ordersOfPerson(id)})
    select json_build_object('orders', (select count(*) from others),
      'disputes', (select count(*) from others join payments p on p.order_id = others.id
        join payment_transactions t on t.payment_id = p.id and t.kind = 'dispute'),
      'person', ${personOfOrder(id)})`,
  schema: z.strictObject({ orders: z.int(), disputes: z.int(), person: z.int().nullable() }),
  render: (shop, order: OrderSubject, { orders, disputes, person }, actor) => {
    const { t } = shop;
    const { email, phone, billing, customerId, suspicion, confirmedAt } = order;
    const others =
      orders > maxOrders ? t(texts.manyOrders, { count: maxOrders }) : t(texts.otherOrders, { count: orders });
    return (
      <>
        {disputes > 0 && <Notice kind="warning">{t(texts.disputed, { count: disputes })}</Notice>}
        <FactsList
          facts={[
            { label: t(texts.name), value: billing && `${billing.first_name} ${billing.last_name}`.trim() },
            { label: t(texts.email), value: <a href={toMailLink(email)}>{formatEmail(email)}</a> },
            { label: t(texts.phone), value: phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> },
          ]}
        />
        <p>
          {t(customerId === null ? texts.guest : texts.account)}
          {' · '}
          {orders > 0 ? <a href={`${orderList.path}?${new URLSearchParams({ q: email })}`}>{others}</a> : others}
        </p>
        {person !== null && isPermitted(actor, personRecord.requires) && (
          <p>
            <a href={getRecordPath(personRecord, person)}>{t(texts.openCustomer)}</a>
          </p>
        )}
        {suspicion !== null && (
          <p>{t(confirmedAt === null ? texts.held : texts.heldBefore, { reason: t(suspicionTexts[suspicion]) })}</p>
        )}
      </>
    );
  },
});

export const addressesPanel: AdminPanel<OrderSubject> = {
  ...{ id: 'addresses', title: texts.addresses, column: 'side' },
  render: (shop, { billing, delivery }) => {
    const { t } = shop;
    const isSame = JSON.stringify(billing) === JSON.stringify(delivery);
    const facts = [
      { label: t(texts.delivery), value: delivery ? show(shop, delivery) : t(texts.noDelivery) },
      { label: t(texts.billing), value: billing && (isSame ? t(texts.sameAddress) : show(shop, billing)) },
    ];
    return <FactsList facts={facts} />;
  },
};

function show({ choices }: Shop, address: Address) {
  return (
    <address className="order-address">
      {formatAddress(address, choices.locale).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}
