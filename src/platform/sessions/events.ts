import { defineEvent } from '#platform/features/events.ts';

export interface VisitorSignedIn {
  /** Visitor id of the guest; null without a visitor's cookie. */
  readonly visitorId: string | null;
  readonly customerId: number;
  /** Replaces `visitorId` in the cookie. */
  readonly newVisitorId: string;
}

/**
 * A customer signed in: the data of visitor `visitorId` become the customer's. Emitted again a
 * minute later for requests that were under way, so handlers must be idempotent.
 */
export const visitorSignedIn = defineEvent<VisitorSignedIn>('sessions.visitor-signed-in');
