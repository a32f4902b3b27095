import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { App } from '#app/app.ts';
import { createToken, hashToken } from '#features/accounts/sessions/session-rows.ts';
import type { Shopper } from './shopper.ts';

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
