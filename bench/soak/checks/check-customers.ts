import type { Database } from '#platform/database/database.ts';
import type { Diary } from '../attempts.ts';
import { type Check, checkInvariants } from './check.ts';

const cartInvariants: Readonly<Record<string, string>> = {
  'every cart has exactly one owner': 'select id from carts where num_nonnulls(visitor_id, customer_id) <> 1',
  'every owner has at most one open cart': `
    select visitor_id, customer_id from carts where state = 'open' group by 1, 2 having count(*) > 1`,
  'every merged cart belongs to the customer whose cart took it over': `
    select c.id from carts c left join carts m on m.id = c.merged_into
    where c.state = 'merged' and (c.customer_id is null or m.customer_id is distinct from c.customer_id)`,
  'no line of a cart exceeds the maximum': 'select id from cart_lines where quantity not between 1 and 9999',
  'an attempt is open exactly while its order waits for the payment, one for each cart': `
    select o.number, o.status from checkout_attempts a join orders o on o.id = a.order_id where a.is_open <> (o.status in ('pending', 'failed'))
    union all select max(order_id), cart_id::text from checkout_attempts where is_open group by cart_id having count(*) > 1`,
};

/**
 * Units that an order of "buy now" set aside, as the shopper knew them, and as they are in the cart. A cart of an order
 * that was not accepted has what was bought, too.
 */
const waitingSql = `
  select o.number, w.variation, w.quantity, count(l.id) filter (where l.is_aside) as waiting, coalesce(sum(l.quantity), 0) as found
  from jsonb_to_recordset($1) as w(key text, variation integer, quantity integer)
  join orders o on o.request_key = w.key join checkout_attempts a on a.order_id = o.id join carts m on m.id = a.cart_id
  join carts c on c.id = coalesce(m.merged_into, m.id)
  left join cart_lines l on l.cart_id = c.id and c.state = 'open' and l.variation_id = w.variation and (l.removed_at is null or l.is_aside)
  cross join lateral (select coalesce(sum(quantity), 0) as units from order_lines where order_id = o.id and variation_id = w.variation) b
  cross join lateral (select exists (select from order_history h where h.order_id = o.id
    and h.to_status in ('on-hold', 'processing', 'completed')) as accepted) h
  group by o.id, w.variation, w.quantity, b.units, h.accepted
  having coalesce(sum(l.quantity), 0) <> w.quantity + case when h.accepted then 0 else b.units end
    or h.accepted and bool_or(l.is_aside)`;

/** Compares what "buy now" set aside with carts and orders, for shoppers with one device who then left. */
async function checkOrderedAlone({ pool }: Database, { orderedAlone }: Diary): Promise<Check[]> {
  const waiting = orderedAlone.flatMap(({ requestKey: key, waiting }) =>
    Array.from(waiting, ([variation, quantity]) => ({ key, variation, quantity })),
  );
  const bought = orderedAlone.map(({ requestKey: key, variationId: variation }) => ({ key, variation }));
  const lost = await pool.query<Record<string, unknown>>(waitingSql, [JSON.stringify(waiting)]);
  const others = await pool.query<{ number: number }>(
    `select distinct o.number from jsonb_to_recordset($1) as b(key text, variation integer) join orders o on o.request_key = b.key
    join order_lines l on l.order_id = o.id and l.variation_id <> b.variation`,
    [JSON.stringify(bought)],
  );
  return [
    {
      what: 'every order of "buy now" has what was bought alone',
      checked: orderedAlone.length,
      failures: others.rows.map(({ number }) => String(number)),
    },
    {
      what: 'what an order of "buy now" set aside is in the cart, and waits no more once it was accepted',
      checked: waiting.length,
      failures: lost.rows.map((row) => Object.values(row).map(String).join(' ')),
    },
  ];
}

/** Checks that carts and orders of shoppers who have signed in became the customer's. */
export async function checkCustomers(database: Database, diary: Diary): Promise<Check[]> {
  const { attempts, signedIn } = diary;
  const emails = new Map(
    attempts
      .filter(({ shopper }) => signedIn.has(shopper))
      .map(({ requestKey, shopper }) => [requestKey, shopper.email]),
  );
  const { rows } = await database.pool.query<{ number: number; requestKey: string; customer: string | null }>(
    `select o.number, o.request_key as "requestKey", c.email as customer from orders o left join customers c on c.id = o.customer_id
    where o.request_key = any($1)`,
    [[...emails.keys()]],
  );
  const carts = await checkInvariants(database, 'select count(*)::integer as count from carts', cartInvariants);
  return [
    ...carts,
    ...(await checkOrderedAlone(database, diary)),
    {
      what: 'every order of a shopper who has signed in is the customer’s',
      checked: rows.length,
      failures: rows
        .filter(({ requestKey, customer }) => customer !== emails.get(requestKey))
        .map(({ number }) => String(number)),
    },
  ];
}
