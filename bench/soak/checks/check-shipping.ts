import type { Database } from '#platform/database/database.ts';
import { freeShippingCode, soakZones } from '../rules.ts';
import { type Check, checkInvariants } from './check.ts';

/** Each order's shipping with its postcode, its items and what they cost after discounts. */
const shippingSql = `(select o.id, o.number, s.method_id, s.total, a.postcode, i.units, i.goods, coalesce(d.discount, 0) as discount
  from orders o join order_shipping_lines s on s.order_id = o.id join order_addresses a on a.order_id = o.id and a.kind = 'shipping'
  cross join lateral (select sum(quantity) as units, sum(total) as goods from order_lines where order_id = o.id) i
  cross join lateral (select -sum(amount) as discount from order_adjustments where shipping_line_id = s.id) d)`;

const zoneCase = (then: (zone: (typeof soakZones)[number]) => string) =>
  `case ${soakZones.map((zone) => `when ${zone.hasPostcode} then ${then(zone)}`).join(' ')} end`;

const isOfferedSql = zoneCase(({ costs }) => `a.method_id in (${toSqlList(Object.keys(costs))})`);
const costSql = zoneCase(({ costs }) => {
  const cases = Object.entries(costs).map(([id, cost]) => `when '${id}' then ${cost}`);
  return `case a.method_id ${cases.join(' ')} end`;
});

function toSqlList(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(', ');
}

const shippingInvariants: Readonly<Record<string, string>> = {
  'every order is shipped by an option of the zone of its address': `
    select a.number, a.method_id, a.postcode from ${shippingSql} a where not coalesce(${isOfferedSql}, false)`,
  'every order’s shipping costs what its zone says, less its discounts': `
    select a.number, a.method_id, a.total, a.discount, a.units, a.goods from ${shippingSql} a where a.total + a.discount <> ${costSql}`,
  'every order that is shipped free by an option which asks for it has the minimum or the coupon': `
    select a.number, a.goods from ${shippingSql} a where a.method_id = 'free_shipping:parcel' and a.goods < 15000 and not exists (
      select from coupon_uses u join coupons c on c.id = u.coupon_id where u.order_id = a.id and c.code = '${freeShippingCode}')`,
};

export const checkShipping = (database: Database): Promise<Check[]> =>
  checkInvariants(database, 'select count(*)::integer as count from order_shipping_lines', shippingInvariants);
