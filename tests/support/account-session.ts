import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { App } from '#app/app.ts';
import { createToken, hashToken } from '#features/accounts/sessions/session-rows.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { createCustomer } from './sales.ts';
import { newShopper, type Shopper } from './shopper.ts';

/** Signs a customer in on a device without hashing a password: a row and its cookie. */
export async function startTestSession(
  { shop }: App,
  device: Shopper,
  { id }: { readonly id: number },
  { hasSecondFactor = false }: { readonly hasSecondFactor?: boolean } = {},
): Promise<void> {
  const token = createToken();
  const now = shop.clock.now();
  const expiresAt = new Date(now.getTime() + 30 * 24 * 60 * 60_000);
  await shop.db.execute(sql`insert into account_sessions
    (id, token_hash, customer_id, created_at, seen_at, expires_at, has_second_factor)
    values (${randomUUID()}, ${hashToken(token)}, ${id}, ${now}, ${now}, ${expiresAt}, ${hasSecondFactor})`);
  device.cookies.set('session', token);
}

/** A customer with a password, signed in on a device without hashing the password again. */
export async function createTestAccount(
  app: App,
  device: Shopper,
  { email, hash }: { readonly email: string; readonly hash: string },
): Promise<ActingCustomer> {
  const { customer } = await createCustomer(app.shop, email);
  const now = app.shop.clock.now();
  await app.shop.db.execute(
    sql`update customers set name = 'Ada Byrne', email_verified_at = ${now} where id = ${customer.id}`,
  );
  await app.shop.db.execute(sql`insert into account_passwords (customer_id, hash) values (${customer.id}, ${hash})`);
  await startTestSession(app, device, customer);
  return { ...customer, isEmailVerified: true };
}

let members = 0;

/** Somebody of the staff with a new account, signed in on a device of their own. */
export async function addTestMember(app: App, role: string, hash: string) {
  members += 1;
  const [device, email] = [newShopper(app), `person-${members}@example.com`];
  const { id: customerId } = await createTestAccount(app, device, { email, hash });
  const { rows } = await app.shop.db.execute<{ id: number }>(
    sql`insert into staff_members (customer_id, role) values (${customerId}, ${role}) returning id`,
  );
  return { device, email, customerId, id: Number(rows[0]?.id) };
}
