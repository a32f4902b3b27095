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

/** Checks that carts and orders of shoppers who have signed in became the customer's. */
export async function checkCustomers(database: Database, { attempts, signedIn }: Diary): Promise<Check[]> {
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
    {
      what: 'every order of a shopper who has signed in is the customer’s',
      checked: rows.length,
      failures: rows
        .filter(({ requestKey, customer }) => customer !== emails.get(requestKey))
        .map(({ number }) => String(number)),
    },
  ];
}
