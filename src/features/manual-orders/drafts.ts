import { eq } from 'drizzle-orm';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import { createManualOrder, type ManualOrderResult } from './create-manual-order.ts';
import { type ManualOrderInput, manualOrderSchema } from './order-file.ts';
import type { ManualPayment, QuotedOrder } from './price-manual-order.ts';
import { orderDrafts } from './tables.ts';

export interface Quote {
  readonly token: string;
  /** The input of the draft when the quote was sent. */
  readonly input: ManualOrderInput;
  readonly order: QuotedOrder;
  readonly sentAt: Date;
  readonly validUntil: Date;
  readonly message: string;
  readonly isWithdrawn: boolean;
  /** Whether the draft was not changed since the quote was sent. */
  readonly isCurrent: boolean;
}

/** An order that is not placed yet: it has no number, reserves nothing and can be changed. */
export interface Draft {
  readonly id: number;
  readonly input: ManualOrderInput;
  /** Member of staff who created the draft. */
  readonly author: { readonly name: string; readonly staffId: number | null };
  readonly createdAt: Date;
  /** Null until the draft was sent as a quote. */
  readonly quote: Quote | null;
  /** Null until the order is placed. */
  readonly order: { readonly id: number; readonly number: number } | null;
  /** A deleted draft can be restored until a job erases it. */
  readonly isDeleted: boolean;
}

interface DraftRow {
  readonly id: number;
  readonly input: unknown;
  readonly by: string;
  readonly byStaffId: number | null;
  readonly createdAt: Date;
  readonly token: string | null;
  readonly quoted: QuotedOrder | null;
  readonly quotedInput: unknown;
  readonly sentAt: Date | null;
  readonly validUntil: Date | null;
  readonly message: string;
  readonly isCurrent: boolean;
  readonly isWithdrawn: boolean;
  readonly isDeleted: boolean;
  readonly orderId: number | null;
  readonly orderNumber: number | null;
}

const columns = `d.id, d.input, d.by, d.by_staff_id as "byStaffId", d.created_at as "createdAt", d.quote_token as token, d.quoted,
  d.quoted_input as "quotedInput", d.quoted_at as "sentAt", d.valid_until as "validUntil", d.quote_message as message,
  coalesce(d.input - 'internalNote' = d.quoted_input - 'internalNote', false) as "isCurrent", d.withdrawn_at is not null as "isWithdrawn", d.deleted_at is not null as "isDeleted", o.id as "orderId", o.number as "orderNumber"
  from order_drafts d left join orders o on o.number = d.order_number`;
const selectById = sqlQuery<DraftRow>('manual-orders.find-draft', `select ${columns} where d.id = $1`);
const selectByToken = sqlQuery<FoundQuote>(
  'manual-orders.find-quote',
  `select id as "draftId", null as next from order_drafts where quote_token = $1
  union all select d.id, case when r.leads_on then d.quote_token end from replaced_quotes r join order_drafts d on d.id = r.draft_id where r.token = $1`,
);
const lockById = sqlQuery<{ id: number }>(
  'manual-orders.lock-draft',
  'select id from order_drafts where id = $1 for no key update',
);

function toDraft({ orderId, orderNumber, ...row }: DraftRow): Draft {
  const { id, input, by, byStaffId, createdAt, isDeleted } = row;
  const order = orderId !== null && orderNumber !== null ? { id: orderId, number: orderNumber } : null;
  return {
    id,
    input: manualOrderSchema.parse(input),
    author: { name: by, staffId: byStaffId },
    createdAt,
    quote: toQuote(row),
    order,
    isDeleted,
  };
}

function toQuote({
  token,
  quoted: order,
  quotedInput,
  sentAt,
  validUntil,
  ...row
}: Omit<DraftRow, 'orderId' | 'orderNumber'>): Quote | null {
  const { message, isCurrent, isWithdrawn } = row;
  if (token === null || order === null || sentAt === null || validUntil === null) return null;
  const input = manualOrderSchema.parse(quotedInput);
  return { token, input, order, sentAt, validUntil, message, isCurrent, isWithdrawn: isWithdrawn || row.isDeleted };
}

export async function findDraft(db: Db, id: number): Promise<Draft | null> {
  const [row] = await selectById(db, [id]);
  return row ? toDraft(row) : null;
}

interface FoundQuote {
  readonly draftId: number;
  /** Token of the quote that replaced it and was sent to the same address. */
  readonly next: string | null;
}

/** Finds a quote by its link, even if the quote was replaced. */
export async function findQuote(db: Db, token: string): Promise<FoundQuote | null> {
  return (await selectByToken(db, [token]))[0] ?? null;
}

/**
 * Locks a draft against concurrent changes and placing. Uses two statements: a single one would read the order as it
 * was before the wait.
 */
export async function lockDraft(tx: Tx, id: number): Promise<Draft | null> {
  const [locked] = await lockById(tx, [id]);
  return locked ? findDraft(tx, id) : null;
}

export type DraftState = 'draft' | 'quoted' | 'expired' | 'withdrawn' | 'ordered' | 'deleted';

export function findDraftState({ quote, order, isDeleted }: Draft, now: Date): DraftState {
  if (isDeleted) return 'deleted';
  if (order) return 'ordered';
  if (!quote) return 'draft';
  if (quote.isWithdrawn) return 'withdrawn';
  return quote.validUntil > now ? 'quoted' : 'expired';
}

/** Returns the quote while it is valid and current. Staff place this offer when the customer agrees by phone. */
export function getStandingQuote(draft: Draft, now: Date): Quote | undefined {
  return findDraftState(draft, now) === 'quoted' && draft.quote?.isCurrent ? draft.quote : undefined;
}

/**
 * Inserts a draft, or updates a locked draft. A quote stays as it was sent.
 * @returns the draft's id
 */
export async function saveDraft(
  { clock }: Shop,
  db: Db,
  input: ManualOrderInput,
  { id, by }: { readonly id: number | null; readonly by: Author },
): Promise<number> {
  const now = clock.now();
  if (id !== null) {
    await db.update(orderDrafts).set({ input, updatedAt: now }).where(eq(orderDrafts.id, id));
    return id;
  }
  const values = { input, ...toAuthorColumns(by), createdAt: now, updatedAt: now };
  const [draft] = await db.insert(orderDrafts).values(values).returning({ id: orderDrafts.id });
  if (!draft) throw new Error('the draft was not written');
  return draft.id;
}

export type DraftNotFound = Refusal<'DRAFT_NOT_FOUND'>;

interface Placing {
  readonly by: Author;
  readonly payment: ManualPayment;
  /** The quote to place. Default: the draft at current prices. */
  readonly quote?: Quote | undefined;
  /** Internal note, added to that of the draft. */
  readonly note?: string;
}

/**
 * Places a draft as an order. Idempotent: a second call returns the same order. A quote with other contents than the
 * placed order is withdrawn, since its recipient may be another person. Call it in `inOrderTransaction`.
 */
export async function placeDraft(
  shop: Shop,
  tx: Tx,
  draftId: number,
  { by, payment, quote, note = '' }: Placing,
): Promise<ManualOrderResult | DraftNotFound> {
  const draft = await lockDraft(tx, draftId);
  if (!draft || draft.isDeleted) return { ok: false, code: 'DRAFT_NOT_FOUND' };
  const internalNote = [note, draft.input.internalNote].filter((text) => text !== '').join('\n');
  const input = { ...(quote ?? draft).input, internalNote, requestKey: `draft-of-order-${draftId}` };
  const result = await createManualOrder(shop, tx, input, by, { payment, quoted: quote?.order });
  if (!result.ok || !result.changed) return result;
  const now = shop.clock.now();
  const withdrawn = draft.quote && !quote && !draft.quote.isCurrent ? { withdrawnAt: now } : {};
  const placed = { orderNumber: result.number, updatedAt: now, ...withdrawn };
  await tx.update(orderDrafts).set(placed).where(eq(orderDrafts.id, draftId));
  return result;
}
