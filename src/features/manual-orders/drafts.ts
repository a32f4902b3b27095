import { eq } from 'drizzle-orm';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import {
  createManualOrder,
  type ManualOrderResult,
  type ManualPayment,
  type QuotedOrder,
} from './create-manual-order.ts';
import { type ManualOrderInput, manualOrderSchema } from './order-file.ts';
import { orderDrafts } from './tables.ts';

/** What a customer was offered. */
export interface Quote {
  readonly token: string;
  readonly order: QuotedOrder;
  readonly validUntil: Date;
  readonly message: string;
  /** Whether the draft was not changed since it was sent. */
  readonly isCurrent: boolean;
}

/** An order that is not placed yet: it has no number, reserves nothing and can be changed. */
export interface Draft {
  readonly id: number;
  readonly input: ManualOrderInput;
  /** Who began it. */
  readonly author: { readonly name: string; readonly staffId: number | null };
  readonly createdAt: Date;
  /** Null until it was sent as a quote. */
  readonly quote: Quote | null;
  /** Null until it is placed. */
  readonly order: { readonly id: number; readonly number: number } | null;
}

interface DraftRow {
  readonly id: number;
  readonly input: unknown;
  readonly by: string;
  readonly byStaffId: number | null;
  readonly createdAt: Date;
  readonly token: string | null;
  readonly quoted: QuotedOrder | null;
  readonly validUntil: Date | null;
  readonly message: string;
  readonly isCurrent: boolean;
  readonly orderId: number | null;
  readonly orderNumber: number | null;
}

const columns = `d.id, d.input, d.by, d.by_staff_id as "byStaffId", d.created_at as "createdAt", d.quote_token as token, d.quoted,
  d.valid_until as "validUntil", d.quote_message as message, coalesce(d.updated_at <= d.quoted_at, false) as "isCurrent", o.id as "orderId", o.number as "orderNumber"
  from order_drafts d left join orders o on o.number = d.order_number`;
const selectById = sqlQuery<DraftRow>('manual-orders.find-draft', `select ${columns} where d.id = $1`);
const selectByToken = sqlQuery<DraftRow>('manual-orders.find-quote', `select ${columns} where d.quote_token = $1`);
const lockById = sqlQuery<{ id: number }>(
  'manual-orders.lock-draft',
  'select id from order_drafts where id = $1 for no key update',
);

function toDraft({ token, quoted, validUntil, message, isCurrent, orderId, orderNumber, ...row }: DraftRow): Draft {
  const { id, input, by, byStaffId, createdAt } = row;
  const quote = token && quoted && validUntil ? { token, order: quoted, validUntil, message, isCurrent } : null;
  const order = orderId !== null && orderNumber !== null ? { id: orderId, number: orderNumber } : null;
  return {
    id,
    input: manualOrderSchema.parse(input),
    author: { name: by, staffId: byStaffId },
    createdAt,
    quote,
    order,
  };
}

export async function findDraft(db: Db, id: number): Promise<Draft | null> {
  const [row] = await selectById(db, [id]);
  return row ? toDraft(row) : null;
}

/** Finds the draft that was sent as the quote with this token. */
export async function findQuotedDraft(db: Db, token: string): Promise<(Draft & { readonly quote: Quote }) | null> {
  const [row] = await selectByToken(db, [token]);
  const draft = row ? toDraft(row) : null;
  return draft?.quote ? { ...draft, quote: draft.quote } : null;
}

/** Waits for whoever places or changes it. Two statements: one alone would read the order from before it waited. */
export async function lockDraft(tx: Tx, id: number): Promise<Draft | null> {
  const [locked] = await lockById(tx, [id]);
  return locked ? findDraft(tx, id) : null;
}

export type DraftState = 'draft' | 'quoted' | 'expired' | 'ordered';

export function findDraftState({ quote, order }: Pick<Draft, 'quote' | 'order'>, now: Date): DraftState {
  if (order) return 'ordered';
  if (!quote) return 'draft';
  return quote.validUntil > now ? 'quoted' : 'expired';
}

/** What the customer was offered, while that stands: staff place the same when they agree by phone. */
export function getStandingQuote(draft: Draft, now: Date): QuotedOrder | undefined {
  return findDraftState(draft, now) === 'quoted' && draft.quote?.isCurrent ? draft.quote.order : undefined;
}

/**
 * Writes a new draft, or another content of a locked one. A quote stays as it was sent.
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

export interface DraftNotFound {
  readonly ok: false;
  readonly code: 'DRAFT_NOT_FOUND';
}

interface Placing {
  readonly by: Author;
  readonly payment: ManualPayment;
  /** What the customer was offered. Default: prices of now. */
  readonly quoted?: QuotedOrder | undefined;
  /** For staff, beside that of the draft. */
  readonly note?: string;
}

/** Places a draft as an order. Once: the same order is returned again. Call it in `inOrderTransaction`. */
export async function placeDraft(
  shop: Shop,
  tx: Tx,
  draftId: number,
  { by, note = '', ...options }: Placing,
): Promise<ManualOrderResult | DraftNotFound> {
  const draft = await lockDraft(tx, draftId);
  if (!draft) return { ok: false, code: 'DRAFT_NOT_FOUND' };
  const internalNote = [note, draft.input.internalNote].filter((text) => text !== '').join('\n');
  const input = { ...draft.input, internalNote, requestKey: `draft-of-order-${draftId}` };
  const result = await createManualOrder(shop, tx, input, by, options);
  if (result.ok && result.changed)
    await tx.update(orderDrafts).set({ orderNumber: result.number }).where(eq(orderDrafts.id, draftId));
  return result;
}
