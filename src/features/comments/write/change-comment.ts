import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedBy, type Owner } from '#platform/sessions/owner.ts';
import type { CommentState } from '../contract.ts';
import type { Judgement } from '../judge-comment.ts';
import { commentSettings } from '../settings.ts';
import { showChange } from './show-change.ts';

interface LockedComment {
  readonly id: number;
  readonly productId: number;
  readonly parentId: number | null;
  readonly visitorId: string | null;
  readonly customerId: number | null;
  readonly author: string;
  readonly body: string;
  readonly stars: number | null;
  readonly title: string;
  readonly state: CommentState;
  readonly version: number;
  readonly createdAt: Date;
}

const lockById = sqlQuery<LockedComment>(
  'comments.lock-comment',
  `select id, product_id as "productId", parent_id as "parentId", visitor_id as "visitorId", customer_id as "customerId", author, body, stars, title,
    state, version, created_at as "createdAt" from comments where id = $1::bigint for update`,
);

/** Lock order: the comment, the product. */
export async function lockComment(tx: Tx, id: number): Promise<LockedComment | null> {
  return (await lockById(tx, [id]))[0] ?? null;
}

const updateState = sqlQuery(
  'comments.set-state',
  'update comments set state = $2, state_changed_at = $3 where id = $1::bigint',
);

/** Shows a comment, holds it, or marks it as spam. @returns what it was; null when there is no such comment */
export async function setCommentState(
  shop: Shop,
  tx: Tx,
  id: number,
  state: CommentState,
): Promise<LockedComment | null> {
  const comment = await lockComment(tx, id);
  if (!comment || comment.state === state) return comment;
  await updateState(tx, [id, state, shop.clock.now()]);
  if (comment.state === 'approved' || state === 'approved') await showChange(shop, tx, comment.productId);
  return comment;
}

const deleteById = sqlQuery('comments.delete-comment', 'delete from comments where id = $1::bigint');

/** Deletes a comment with its answers. Files of photographs go with the job of stray files. */
export async function deleteComment(shop: Shop, tx: Tx, id: number): Promise<LockedComment | null> {
  const comment = await lockComment(tx, id);
  if (!comment) return null;
  await deleteById(tx, [id]);
  if (comment.state === 'approved') await showChange(shop, tx, comment.productId);
  return comment;
}

const keepVersion = sqlQuery(
  'comments.keep-version',
  `insert into comment_versions (comment_id, version, stars, title, body, replaced_at)
  select id, version, stars, title, body, $2 from comments where id = $1::bigint`,
);

const updateText = sqlQuery(
  'comments.edit-comment',
  `update comments set stars = case when stars is null then null else $2::smallint end, title = $3, body = $4, state = $5,
    state_changed_at = case when state = $5 then state_changed_at else $7 end, reasons = $6::text[],
    version = version + 1, edited_at = $7 where id = $1::bigint`,
);

interface Edit {
  readonly id: number;
  readonly owner: Owner | null;
  readonly stars: number | null;
  readonly title: string;
  readonly body: string;
}

export type EditResult =
  | { readonly ok: true; readonly id: number; readonly state: CommentState }
  | { readonly ok: false; readonly code: 'EDIT_REFUSED' };

export const isEditable = ({ settings, clock }: Shop, { createdAt }: Pick<LockedComment, 'createdAt'>): boolean =>
  clock.now().getTime() - createdAt.getTime() <= settings(commentSettings).editDays * 86_400_000;

/** Changes a text. It is judged as a new one, and what it said before is kept. */
export async function editComment(
  shop: Shop,
  tx: Tx,
  { id, owner, stars, title, body }: Edit,
  { state, reasons }: Judgement,
): Promise<EditResult> {
  const comment = await lockComment(tx, id);
  if (!comment || !isOwnedBy(comment, owner) || !isEditable(shop, comment)) return { ok: false, code: 'EDIT_REFUSED' };
  const isSame =
    comment.title === title && comment.body === body && (comment.stars === null || comment.stars === stars);
  if (isSame) return { ok: true, id, state: comment.state };
  // What staff has called spam stays so until staff says otherwise.
  const next = comment.state === 'spam' ? 'spam' : state;
  const now = shop.clock.now();
  await keepVersion(tx, [id, now]);
  await updateText(tx, [id, stars ?? comment.stars, title, body, next, reasons, now]);
  if (comment.state === 'approved' || next === 'approved') await showChange(shop, tx, comment.productId);
  return { ok: true, id, state: next };
}
