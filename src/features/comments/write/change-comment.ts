import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedBy, type Owner } from '#platform/sessions/owner.ts';
import type { CommentState } from '../contract.ts';
import type { Judgement } from '../judge-comment.ts';
import { commentSettings } from '../settings.ts';
import { refreshPagesAndRating } from './refresh-pages-and-rating.ts';

interface LockedComment {
  readonly id: number;
  readonly productId: number | null;
  readonly entryId: number | null;
  readonly parentId: number | null;
  readonly visitorId: string | null;
  readonly customerId: number | null;
  readonly author: string;
  readonly body: string;
  readonly stars: number | null;
  readonly title: string;
  readonly state: CommentState;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly stateChangedAt: Date | null;
  readonly orderLineId: number | null;
}

const lockById = sqlQuery<LockedComment>(
  'comments.lock-comment',
  `select id, product_id as "productId", entry_id as "entryId", parent_id as "parentId", visitor_id as "visitorId", customer_id as "customerId", author, body, stars, title,
    state, created_at as "createdAt", edited_at as "editedAt", state_changed_at as "stateChangedAt", order_line_id as "orderLineId" from comments where id = $1::bigint for update`,
);

/** Lock order: the comment, then the product. */
export async function lockComment(tx: Tx, id: number): Promise<LockedComment | null> {
  return (await lockById(tx, [id]))[0] ?? null;
}

const updateState = sqlQuery(
  'comments.set-state',
  'update comments set state = $2, state_changed_at = $3 where id = $1::bigint',
);

/** @returns the comment before the change; null when it does not exist */
export async function setCommentState(
  shop: Shop,
  tx: Tx,
  id: number,
  state: CommentState,
): Promise<LockedComment | null> {
  const comment = await lockComment(tx, id);
  if (!comment || comment.state === state) return comment;
  const now = shop.clock.now();
  // Only an approved comment can have a waiting edit. It is applied now, so that staff see the latest text. Edit and
  // state get the same time, by which an undo detects that the text has changed.
  if (comment.state === 'approved') await applyEdit(tx, id, now);
  await updateState(tx, [id, state, now]);
  if (comment.state === 'approved' || state === 'approved') await refreshPagesAndRating(shop, tx, comment);
  return comment;
}

const deleteById = sqlQuery('comments.delete-comment', 'delete from comments where id = $1::bigint');

/** Deletes a comment with its answers. The job for stray files deletes the files of its photographs. */
export async function deleteComment(shop: Shop, tx: Tx, id: number): Promise<LockedComment | null> {
  const comment = await lockComment(tx, id);
  if (!comment) return null;
  await deleteById(tx, [id]);
  if (comment.state === 'approved') await refreshPagesAndRating(shop, tx, comment);
  return comment;
}

const keepVersion = sqlQuery(
  'comments.keep-version',
  `insert into comment_versions (comment_id, version, stars, title, body, replaced_at)
  select id, version, stars, title, body, $2 from comments where id = $1::bigint`,
);

interface WrittenText {
  readonly id: number;
  readonly stars: number | null;
  readonly title: string;
  readonly body: string;
  readonly reasons: readonly string[];
  readonly now: Date;
}

const updateText = namedQuery<WrittenText>(
  'comments.edit-comment',
  `update comments set stars = case when stars is null then null else $stars::smallint end, title = $title, body = $body, reasons = $reasons::text[],
    version = version + 1, edited_at = $now where id = $id::bigint`,
);

const upsertEdit = namedQuery<WrittenText>(
  'comments.keep-edit',
  `insert into comment_edits (comment_id, stars, title, body, reasons, written_at) values ($id::bigint, $stars, $title, $body, $reasons::text[], $now)
  on conflict (comment_id) do update set stars = excluded.stars, title = excluded.title, body = excluded.body, reasons = excluded.reasons,
    written_at = excluded.written_at`,
);

const findEdit = sqlQuery<{ stars: number | null; title: string; body: string; writtenAt: Date }>(
  'comments.find-edit',
  'select stars, title, body, written_at as "writtenAt" from comment_edits where comment_id = $1::bigint',
);

const deleteEdit = sqlQuery<{ stars: number | null; title: string; body: string; reasons: string[] }>(
  'comments.take-edit',
  'delete from comment_edits where comment_id = $1::bigint returning stars, title, body, reasons',
);

/** Applies the waiting edit of a locked comment. @returns false when there is none */
async function applyEdit(tx: Tx, id: number, now: Date): Promise<boolean> {
  const [edit] = await deleteEdit(tx, [id]);
  if (!edit) return false;
  await keepVersion(tx, [id, now]);
  await updateText(tx, { ...edit, id, now });
  return true;
}

/** @returns false when the comment has no waiting edit */
export async function publishEdit(shop: Shop, tx: Tx, comment: LockedComment): Promise<boolean> {
  const isUsed = await applyEdit(tx, comment.id, shop.clock.now());
  if (isUsed) await refreshPagesAndRating(shop, tx, comment);
  return isUsed;
}

/** @returns false when the comment has no waiting edit */
export const discardEdit = async (tx: Tx, { id }: LockedComment): Promise<boolean> =>
  (await deleteEdit(tx, [id])).length > 0;

/** Milliseconds. An edit committed after a page was rendered may have an earlier time than the page. */
const seenMargin = 5_000;

/** Whether the author has edited a locked comment since a page was rendered. */
export async function isEditedSince(
  tx: Tx,
  { id, editedAt, stateChangedAt }: LockedComment,
  seenAt: Date | null,
): Promise<boolean> {
  if (seenAt === null) return false;
  const [edit] = await findEdit(tx, [id]);
  const last = edit?.writtenAt ?? editedAt;
  // If staff held the comment together with its waiting edit, the next page already shows that text, so no margin is
  // needed.
  const isByStaff = edit === undefined && editedAt?.getTime() === stateChangedAt?.getTime();
  return last !== null && last.getTime() > seenAt.getTime() - (isByStaff ? 0 : seenMargin);
}

const findFetching = sqlQuery<{ isWaiting: boolean; fetchedAt: Date | null }>(
  'comments.find-fetching',
  `select exists (select from comment_remote_photographs where comment_id = $1::bigint) as "isWaiting",
    (select max(fetched_at) from comment_photographs where comment_id = $1::bigint) as "fetchedAt"`,
);

/**
 * Whether a locked comment has photographs that an earlier page did not show: still being fetched, or fetched
 * afterwards.
 */
export async function hasUnseenPhotographs(tx: Tx, { id }: LockedComment, seenAt: Date | null): Promise<boolean> {
  const [found] = await findFetching(tx, [id]);
  if (!found) return false;
  const { isWaiting, fetchedAt } = found;
  return isWaiting || (seenAt !== null && fetchedAt !== null && fetchedAt.getTime() > seenAt.getTime() - seenMargin);
}

interface Edit {
  readonly id: number;
  readonly owner: Owner | null;
  /** Order line of the signed link with which the form was opened. */
  readonly orderLineId: number | null;
  readonly stars: number | null;
  readonly title: string;
  readonly body: string;
}

export type EditResult =
  /** `isShown` tells whether the new text is public. */
  | { readonly ok: true; readonly id: number; readonly isShown: boolean }
  | { readonly ok: false; readonly code: 'EDIT_REFUSED' };

export const isEditable = ({ settings, clock }: Shop, { createdAt }: Pick<LockedComment, 'createdAt'>): boolean =>
  clock.now().getTime() - createdAt.getTime() <= settings(commentSettings).editDays * 86_400_000;

/**
 * Changes a comment. The new text is judged like a new comment, and the previous text is kept as a version. A
 * published text stays public until the edit is approved.
 */
export async function editComment(
  shop: Shop,
  tx: Tx,
  { id, owner, orderLineId, stars, title, body }: Edit,
  { state, reasons }: Judgement,
): Promise<EditResult> {
  const comment = await lockComment(tx, id);
  const isAuthor =
    comment !== null && (isOwnedBy(comment, owner) || (orderLineId !== null && comment.orderLineId === orderLineId));
  if (!isAuthor || !isEditable(shop, comment)) return { ok: false, code: 'EDIT_REFUSED' };
  const isPublished = comment.state === 'approved';
  const [edit] = isPublished ? await findEdit(tx, [id]) : [];
  const last = edit ?? comment;
  const next = { stars: comment.stars === null ? null : (stars ?? last.stars), title, body };
  const isSame = last.title === title && last.body === body && last.stars === next.stars;
  if (isSame) return { ok: true, id, isShown: isPublished && !edit };
  const now = shop.clock.now();
  const values = { ...next, id, reasons, now };
  if (isPublished && state !== 'approved') {
    await upsertEdit(tx, values);
    return { ok: true, id, isShown: false };
  }
  // The new text replaces the waiting edit, which is applied first to become a version.
  await applyEdit(tx, id, now);
  await keepVersion(tx, [id, now]);
  await updateText(tx, values);
  // A comment that staff have marked as spam stays spam until staff change it.
  const isShown = isPublished || (comment.state === 'held' && state === 'approved');
  const newState = comment.state === 'held' ? state : comment.state;
  if (newState !== comment.state) await updateState(tx, [id, newState, now]);
  if (isShown) await refreshPagesAndRating(shop, tx, comment);
  return { ok: true, id, isShown };
}
