import { addressFieldName } from '#features/addresses/index.ts';
import { findLastOrderDetails, type OrderDetails } from '#features/orders/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { daysBefore } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { emailField } from '../contract.ts';
import { checkoutSettings } from '../settings.ts';

const selectCleared = sqlQuery<{ clearedAt: Date }>(
  'checkout.find-cleared-details',
  'select cleared_at as "clearedAt" from checkout_cleared_details where visitor_id = $1',
);

/**
 * Finds the details of a guest's last order in this browser, for pages of the checkout. Must not be used for calls: a
 * person who has only the token of a cart must not learn who ordered before.
 */
export async function findLastDetails(
  { db, clock, settings }: Pick<Shop, 'db' | 'clock' | 'settings'>,
  { customer, visitorId }: Actor,
): Promise<OrderDetails | null> {
  const { lastOrderDays } = settings(checkoutSettings);
  if (customer !== null || visitorId === null || lastOrderDays === 0) return null;
  const oldest = daysBefore(clock.now(), lastOrderDays);
  const [cleared] = await selectCleared(db, [visitorId]);
  const since = cleared && cleared.clearedAt > oldest ? cleared.clearedAt : oldest;
  return findLastOrderDetails(db, visitorId, since);
}

const upsertCleared = sqlQuery(
  'checkout.clear-details',
  `insert into checkout_cleared_details as c (visitor_id, cleared_at) values ($1, $2)
  on conflict (visitor_id) do update set cleared_at = greatest(c.cleared_at, excluded.cleared_at)`,
);

/** Stops filling in the details of orders that a visitor has placed until now. */
export async function forgetLastDetails(db: Db, visitorId: string, now: Date): Promise<void> {
  await upsertCleared(db, [visitorId, now]);
}

/** Whether a form contains the email address or the street of an order. */
export function showsDetails(form: FormBody, { email, billing }: OrderDetails): boolean {
  const street = addressFieldName('billing', 'address_1');
  const isSame = (name: string, known: string) => known !== '' && readSingleLine(form, name) === known;
  return isSame(emailField, email) || isSame(street, billing.address_1);
}
