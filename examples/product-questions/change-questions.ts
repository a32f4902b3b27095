import { eq, sql } from 'drizzle-orm';
import { productCacheTag } from '#features/catalog/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { answerMailJob, questionMailJob } from './mails/jobs.ts';
import { productQuestions } from './tables.ts';

export interface NewQuestion {
  readonly productId: number;
  readonly question: string;
  readonly email: string;
}

/** Stores a question and queues the mail to the shop, both or neither. */
export async function askQuestion(shop: Shop, tx: Tx, asked: NewQuestion): Promise<{ readonly ok: true }> {
  const values = { ...asked, askedAt: shop.clock.now() };
  const [row] = await tx.insert(productQuestions).values(values).returning({ id: productQuestions.id });
  if (!row) throw new Error('The question was not stored');
  await shop.jobs.add(tx, questionMailJob, { question: row.id });
  return { ok: true };
}

export type ChangeResult = { readonly ok: true } | { readonly ok: false; readonly code: 'not_found' };

/** Publishes an answer, or replaces it. The job mails only the first one. */
export async function answerQuestion(shop: Shop, tx: Tx, id: number, answer: string): Promise<ChangeResult> {
  const now = shop.clock.now();
  const [row] = await tx
    .update(productQuestions)
    .set({ answer, answeredAt: sql`coalesce(${productQuestions.answeredAt}, ${now.toISOString()})` })
    .where(eq(productQuestions.id, id))
    .returning({ productId: productQuestions.productId });
  if (!row) return { ok: false, code: 'not_found' };
  await shop.jobs.add(tx, answerMailJob, { question: id });
  await shop.pages.invalidate(tx, [productCacheTag(row.productId)]);
  return { ok: true };
}

export async function deleteQuestion(shop: Shop, tx: Tx, id: number): Promise<ChangeResult> {
  const [row] = await tx
    .delete(productQuestions)
    .where(eq(productQuestions.id, id))
    .returning({ productId: productQuestions.productId, answer: productQuestions.answer });
  if (!row) return { ok: false, code: 'not_found' };
  if (row.answer !== null) await shop.pages.invalidate(tx, [productCacheTag(row.productId)]);
  return { ok: true };
}
