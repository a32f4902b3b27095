import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { ActingCustomer } from './actor.ts';
import { type VisitorSignedIn, visitorSignedIn } from './events.ts';
import { getVisit, insertVisitor, setVisitorCookie } from './visit.ts';

/** Milliseconds. A request that began before the sign-in has ended by then. */
const lateWriteDelay = 60_000;

/**
 * Signs a customer in. The visitor gets a new id, which prevents session fixation, what the guest
 * owned becomes the customer's, and the hint cookie is set anew.
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

/** Makes the guest's rows the customer's, now and once more for late writes. */
export async function moveVisitor(shop: Shop, tx: Tx, signedIn: VisitorSignedIn): Promise<void> {
  await insertVisitor(tx, signedIn.newVisitorId);
  await shop.emit(visitorSignedIn, tx, signedIn);
  if (signedIn.visitorId === null) return;
  const runAt = new Date(shop.clock.now().getTime() + lateWriteDelay);
  await shop.jobs.add(tx, moveLateWritesJob, signedIn, { runAt });
}

/**
 * A request that was sent with the guest's cookie may write after the sign-in, for example add to
 * the cart.
 */
export const moveLateWritesJob = defineJob({
  name: 'sessions:move-late-writes',
  schema: z.object({ visitorId: z.uuid().nullable(), customerId: z.int(), newVisitorId: z.uuid() }),
  run: (shop, signedIn) => inTransaction(shop.db, (tx) => shop.emit(visitorSignedIn, tx, signedIn)),
});
