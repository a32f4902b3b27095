import { sqlQuery } from '#platform/database/database.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';
import type { StoredAddons, StoredChoices } from './lines/cart-rows.ts';
import { mergeAccountCarts } from './merge-carts.ts';

interface CartRecord {
  readonly productId: number;
  readonly variationId: number;
  readonly quantity: number;
  readonly choices: StoredChoices;
  readonly addons: StoredAddons;
  readonly couponCodes: readonly string[];
  readonly destinationCountry: string | null;
  readonly destinationPostcode: string;
  readonly vatNumber: string | null;
  readonly updatedAt: Date;
}

const selectLines = sqlQuery<CartRecord>(
  'cart.read-data',
  `select l.product_id as "productId", l.variation_id as "variationId", l.quantity, l.choices, l.addons,
    c.coupon_codes as "couponCodes", c.destination_country as "destinationCountry",
    c.destination_postcode as "destinationPostcode", c.vat_number as "vatNumber", c.updated_at as "updatedAt"
  from carts c join cart_lines l on l.cart_id = c.id
  where (c.customer_id = $1 or c.visitor_id in (select guest_visitors($2))) and c.state = 'open' and (l.removed_at is null or l.is_aside) order by l.position`,
);
const lockCarts = sqlQuery(
  'cart.lock-data',
  'select id from carts where customer_id = $1 or visitor_id in (select guest_visitors($2)) order by id for update',
);
const deleteCarts = sqlQuery(
  'cart.erase-data',
  'delete from carts where customer_id = $1 or visitor_id in (select guest_visitors($2))',
);

/** Stored forms of the checkout are deleted together with their cart. */
export const cartData: PersonalDataSource = {
  name: 'cart',
  read: (_shop, db, subject) => selectLines(db, toSubjectValues(subject)),
  erase: async (_shop, tx, subject) => {
    await lockCarts(tx, toSubjectValues(subject));
    await deleteCarts(tx, toSubjectValues(subject));
  },
  merge: async (shop, tx, { from, into }) => {
    await lockCarts(tx, [from.id, null]);
    await mergeAccountCarts(shop, tx, from.id, into.id);
  },
};
