import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#platform/database/database.ts';

/** @returns the cookie of a new owner of the shop */
export async function signInOwner({ pool }: Database): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `with person as (insert into customers (email, locale) values ($1, 'en-GB') returning id),
    member as (insert into staff_members (customer_id, role) select id, 'owner' from person)
    insert into account_sessions (id, token_hash, customer_id, created_at, seen_at, expires_at, has_second_factor)
    select $2, $3, id, now(), now(), now() + interval '1 day', true from person`,
    [`${randomUUID()}@example.com`, randomUUID(), createHash('sha256').update(token).digest()],
  );
  return `session=${token}`;
}
