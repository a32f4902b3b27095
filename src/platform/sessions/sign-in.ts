import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { ActingCustomer } from './actor.ts';
import { type VisitorSignedIn, visitorSignedIn } from './events.ts';
import { getVisit, insertVisitor, setVisitorCookie } from './visit.ts';

/** Milliseconds. A request that began before the sign-in has ended by then. */
const lateWriteDelay = 60_000;

/**
 * Signs a customer in. The visitor gets a new id, which prevents session fixation, the guest's data become
 * the customer's, and the hint cookie is set again.
 * @param startSession writes the session, in the same transaction
 */
export async function signIn(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  customer: ActingCustomer,
  startSession: (tx: Tx) => Promise<void>,
): Promise<void> {
  const newVisitorId = randomUUID();
  const signedIn = { visitorId: getVisit(shop, request).visitor, customerId: customer.id, newVisitorId };
  await inTransaction(shop.db, async (tx) => {
    await moveVisitor(shop, tx, signedIn);
    await startSession(tx);
  });
  setVisitorCookie(shop, request, reply, newVisitorId);
  request.identity = Promise.resolve({ kind: 'shopper', customer });
  await shop.hints.readAll(request, reply);
}

/** Transfers the guest's rows to the customer, now and once more for late writes. */
export async function moveVisitor(shop: Shop, tx: Tx, signedIn: VisitorSignedIn): Promise<void> {
  await insertVisitor(tx, signedIn.newVisitorId);
  await shop.emit(visitorSignedIn, tx, signedIn);
  if (signedIn.visitorId === null) return;
  const runAt = new Date(shop.clock.now().getTime() + lateWriteDelay);
  await shop.jobs.add(tx, moveLateWritesJob, signedIn, { runAt });
}

/** Finds the account, or the account that it was merged into since. Returns no row for a deleted account. */
const findOwner = sqlQuery<{ id: number }>(
  'sessions.find-owner-of-late-writes',
  `select o.id from customers c join customers o on o.id = coalesce(c.merged_into, c.id)
  where c.id = $1 and o.erased_at is null`,
);

/**
 * Transfers late writes: a request that was sent with the guest's cookie may write after the sign-in, for example add
 * to the cart.
 */
export const moveLateWritesJob = defineJob({
  name: 'sessions:move-late-writes',
  schema: z.object({ visitorId: z.uuid().nullable(), customerId: z.int(), newVisitorId: z.uuid() }),
  run: (shop, signedIn) =>
    inTransaction(shop.db, async (tx) => {
      const [owner] = await findOwner(tx, [signedIn.customerId]);
      if (owner) await shop.emit(visitorSignedIn, tx, { ...signedIn, customerId: owner.id });
    }),
});
