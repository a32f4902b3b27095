import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { DiscountsUsedUp } from '#features/orders/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import type { ManualOrderResult } from '../create-manual-order.ts';
import { type DraftNotFound, findDraftState, findQuote, lockDraft, placeDraft } from '../drafts.ts';
import { type ManualOrderFailure, quoteManualOrder } from '../price-manual-order.ts';
import { orderDrafts, replacedQuotes } from '../tables.ts';
import { manualOrderTexts as texts } from '../texts.ts';
import { quoteMailJob } from './quote-mail.ts';

interface QuoteInput {
  readonly draftId: number;
  readonly validUntil: Date;
  /** Plain text for the customer, of 2,000 characters at most. */
  readonly message: string;
}

export type SendQuoteResult =
  | { readonly ok: true; readonly token: string; readonly total: number }
  | ManualOrderFailure
  | DraftNotFound
  | Refusal<'DRAFT_ORDERED'>;

/**
 * Offers a draft at its current prices to its customer, by mail. A further quote of the draft replaces the earlier
 * quote: the earlier link says so, and leads to the new quote when it was sent to the same address.
 */
export async function sendQuote(
  shop: Shop,
  tx: Tx,
  { draftId, validUntil, message }: QuoteInput,
): Promise<SendQuoteResult> {
  const draft = await lockDraft(tx, draftId);
  if (!draft || draft.isDeleted) return { ok: false, code: 'DRAFT_NOT_FOUND' };
  if (draft.order) return { ok: false, code: 'DRAFT_ORDERED' };
  const { input, quote: former } = draft;
  const quote = await quoteManualOrder(shop, tx, input, { kind: 'link' });
  if (!quote.ok) return quote;
  const { lines, calculation, needsShipping } = quote;
  const token = randomBytes(24).toString('base64url');
  const now = shop.clock.now();
  if (former) {
    const leadsOn = former.input.email.toLowerCase() === input.email.toLowerCase();
    if (!leadsOn) await tx.update(replacedQuotes).set({ leadsOn }).where(eq(replacedQuotes.draftId, draftId));
    await tx.insert(replacedQuotes).values({ token: former.token, draftId, leadsOn });
  }
  await tx
    .update(orderDrafts)
    .set({
      ...{ quoteToken: token, quoted: { lines, calculation, needsShipping }, quotedInput: input },
      ...{ quotedAt: now, validUntil, quoteMessage: message, updatedAt: now, withdrawnAt: null },
    })
    .where(eq(orderDrafts.id, draftId));
  await shop.jobs.add(tx, quoteMailJob, { draft: draftId, sentAt: now.getTime() });
  return { ok: true, token, total: calculation.totals.total };
}

export type AcceptQuoteResult =
  | Extract<ManualOrderResult, { ok: true }>
  | Refusal<'not_found' | 'QUOTE_EXPIRED' | 'QUOTE_REPLACED' | 'QUOTE_WITHDRAWN'>
  | Refusal<'QUOTE_UNAVAILABLE', { reason: 'stock' | 'discount' | 'other' }>;

/**
 * Places the order of a quote as the quote was sent, even when its draft has changed since, with its stock and its
 * coupons, or changes nothing. Idempotent: accepting a quote again returns the same order.
 */
export async function acceptQuote(shop: Shop, token: string): Promise<AcceptQuoteResult> {
  const found = await findQuote(shop.db, token);
  if (!found) return { ok: false, code: 'not_found' };
  try {
    return await inTransaction(shop.db, async (tx): Promise<AcceptQuoteResult> => {
      const draft = await lockDraft(tx, found.draftId);
      if (!draft?.quote) return { ok: false, code: 'not_found' };
      const { quote } = draft;
      if (quote.token !== token) return { ok: false, code: 'QUOTE_REPLACED' };
      if (quote.isWithdrawn) return { ok: false, code: 'QUOTE_WITHDRAWN' };
      if (findDraftState(draft, shop.clock.now()) === 'expired') return { ok: false, code: 'QUOTE_EXPIRED' };
      const note = shop.t(texts.acceptedNote, { id: String(draft.id) });
      const author = draft.author.staffId === null ? createSystemActor(draft.author.name) : draft.author;
      const options = { by: author, payment: { kind: 'link' }, quote, note } as const;
      const result = await placeDraft(shop, tx, draft.id, options);
      if (result.ok) return result;
      return { ok: false, code: 'QUOTE_UNAVAILABLE', reason: result.code === 'OUT_OF_STOCK' ? 'stock' : 'other' };
    });
  } catch (error) {
    // The quoted prices include the discount, so the order is refused instead of calculated again without it.
    if (error instanceof DiscountsUsedUp) return { ok: false, code: 'QUOTE_UNAVAILABLE', reason: 'discount' };
    throw error;
  }
}
