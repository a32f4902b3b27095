import { type SQL, sql } from 'drizzle-orm';
import { type AdminFilter, isAnyCase, isInPeriod, isInRange, isOneOf } from '#platform/admin/lists/filter.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RecordOption } from '#platform/forms/field.ts';
import { formatEmail } from '#platform/mail/email-address.ts';
import { getCountryName, isCountry } from '#platform/texts/formats.ts';
import type { Text } from '#platform/texts/texts.ts';
import { orderMethods } from '../ports.ts';
import { isSaleSql, soldAtSql } from '../sold-orders.ts';
import { suspicionTexts } from '../suspicion-texts.ts';
import { toCancelSql } from './home-tiles.ts';
import { orderListTexts as texts } from './list-texts.ts';
import { moneyStates, orderStates, shipmentStates } from './order-states.tsx';

const listOptions = (looks: Readonly<Record<string, { readonly text: Text }>>) => () =>
  Object.entries(looks).map(([value, { text }]) => ({ value, label: text }));

const listMethods = (id: 'payment' | 'shipping') => (shop: Shop) => {
  const methods = shop.implementations(orderMethods).filter((each) => each.id === id);
  const options = methods.flatMap(({ list }) => list(shop));
  return [...new Map(options.map((option) => [option.value, option])).values()];
};

const isUnconfirmed = sql`(o.suspicion is not null and o.confirmed_at is null)`;
const { 'to-confirm': _, 'on-hold': __, ...plainStates } = orderStates;

const whereState = isAnyCase({
  ...Object.fromEntries(Object.keys(plainStates).map((status) => [status, () => sql`o.status = ${status}`])),
  'to-confirm': () => sql`(o.status = 'on-hold' and ${isUnconfirmed})`,
  'on-hold': () => sql`(o.status = 'on-hold' and not ${isUnconfirmed})`,
});

type NameRecords = (db: Db, values: [readonly number[]]) => Promise<RecordOption[]>;

const nameCoupons = sqlQuery<RecordOption>(
  'orders.name-coupons',
  'select id, code as label from coupons where id = any($1::bigint[])',
);
const nameProducts = sqlQuery<RecordOption>(
  'orders.name-products',
  'select id, name as label from products where id = any($1::bigint[])',
);
const nameCategories = sqlQuery<RecordOption>(
  'orders.name-categories',
  'select id, name as label from categories where id = any($1::bigint[])',
);
const nameCustomers = sqlQuery<RecordOption>(
  'orders.name-customers',
  'select id, email as label from customers where id = any($1::bigint[])',
);

/**
 * Creates a filter that links of other pages set. The ids are compared as `bigint`, since an address may contain an
 * id that exceeds PostgreSQL's `integer`.
 */
const byRecord = (title: Text, name: NameRecords, where: (ids: SQL) => SQL): AdminFilter => ({
  kind: 'record',
  title,
  picker: { load: ({ db }, ids) => name(db, [ids]) },
  where: (ids) => where(sql`${sql.param(ids)}`),
});

export const orderFilters: Readonly<Record<string, AdminFilter>> = {
  state: {
    ...{ kind: 'choice', title: texts.orderState, isPromoted: true, where: whereState },
    options: listOptions(orderStates),
  },
  money: {
    ...{ kind: 'choice', title: texts.money, isPromoted: true, where: isOneOf(sql`o.money_state`) },
    options: listOptions(moneyStates),
  },
  shipment: {
    ...{ kind: 'choice', title: texts.shipment, isPromoted: true, where: isOneOf(sql`o.shipment_state`) },
    options: listOptions(shipmentStates),
  },
  cancel: {
    kind: 'flag',
    title: texts.cancelRequested,
    where: (isSet) => {
      const isOpen = sql.raw(`o.id in (${toCancelSql})`);
      return isSet ? isOpen : sql`not ${isOpen}`;
    },
  },
  placed: { kind: 'date', title: texts.placed, isPromoted: true, where: isInPeriod(sql`o.created_at`) },
  paid: {
    kind: 'date',
    title: texts.paidOn,
    where: (period, context) => sql`(${isInPeriod(sql.raw(soldAtSql))(period, context)} and ${sql.raw(isSaleSql)})`,
  },
  currency: {
    kind: 'text',
    title: texts.currency,
    linked: (_, text) => text,
    where: (text) => sql`o.currency = ${text}`,
  },
  total: { kind: 'money', title: texts.orderTotal, where: isInRange(sql`o.total`) },
  country: {
    ...{ kind: 'choice', title: texts.country, where: isOneOf(sql`o.country`) },
    options: ({ choices: { countries, locale } }) =>
      countries.map((value) => ({ value, label: getCountryName(value, locale) })),
    findFormer: ({ choices: { locale } }, value) =>
      isCountry(value) ? { value, label: getCountryName(value, locale) } : null,
  },
  payment: {
    ...{ kind: 'choice', title: texts.paymentMethod, where: isOneOf(sql`o.payment_method`) },
    options: listMethods('payment'),
    findFormer: (_, value) => (/^[a-z0-9_-]{1,50}$/.test(value) ? { value, label: value } : null),
  },
  shipping: {
    kind: 'choice',
    title: texts.shippingMethod,
    options: listMethods('shipping'),
    // `offset 0` makes PostgreSQL look the lines up order by order. Otherwise it would read the lines of all orders,
    // since most orders have the same method.
    where: (values) =>
      sql`exists (select from order_shipping_lines s where s.order_id = o.id and s.method_id = any(${sql.param(values)}::text[]) offset 0)`,
  },
  suspicion: {
    ...{ kind: 'choice', title: texts.suspicion, where: isOneOf(sql`o.suspicion`) },
    options: () => Object.entries(suspicionTexts).map(([value, label]) => ({ value, label })),
  },
  coupon: byRecord(
    texts.coupon,
    nameCoupons,
    (ids) =>
      sql`o.id in (select order_id from coupon_uses where coupon_id = any(${ids}::bigint[]) and state <> 'released')`,
  ),
  product: byRecord(
    texts.product,
    nameProducts,
    (ids) => sql`o.id in (select order_id from order_lines where product_id = any(${ids}::bigint[]))`,
  ),
  guest: {
    kind: 'text',
    title: texts.guest,
    linked: (_shop, email) => formatEmail(email),
    where: (email) => sql`(o.customer_id is null and lower(o.email) = lower(${email}))`,
  },
  category: byRecord(
    texts.category,
    nameCategories,
    (ids) => sql`o.id in (select l.order_id from order_lines l join product_categories c on c.product_id = l.product_id
      where c.category_id = any(${ids}::bigint[]))`,
  ),
  customer: byRecord(texts.customer, nameCustomers, (ids) => sql`o.customer_id = any(${ids}::bigint[])`),
};
