import { createHash } from 'node:crypto';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedFind } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { foldCase } from '#platform/input/fold-text.ts';
import { getOwnerKey, insertOwnerVisitor, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { sign } from '#platform/sessions/signing.ts';
import type { CommentState } from '../contract.ts';
import type { Photograph } from '../find-comments.ts';
import { type Judgement, judgeComment } from '../judge-comment.ts';
import { commentSettings } from '../settings.ts';
import { refreshPagesAndRating } from './refresh-pages-and-rating.ts';

export interface Purchase {
  readonly orderLineId: number;
  readonly options: readonly { readonly name: string; readonly value: string }[];
}

export interface NewComment {
  /** Null when the comment is about an entry of the shop's content. */
  readonly productId: number | null;
  readonly entryId?: number;
  readonly parentId: number | null;
  readonly stars: number | null;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  /** Null for comments by staff. */
  readonly email: string | null;
  readonly owner: Owner;
  readonly network: string | null;
  /**
   * Whether the email address is the account's verified one, or received the signed link with which the form was
   * opened.
   */
  readonly isAddressProved: boolean;
  readonly purchase: Purchase | null;
  /** Whether the invisible field was filled in, which only bots do. */
  readonly isTrapped: boolean;
  /** Photographs whose files are already stored. */
  readonly photographs: readonly Photograph[];
}

export type WriteResult =
  /** `isNew` is false when an equal form was submitted before. */
  | { readonly ok: true; readonly id: number; readonly state: CommentState; readonly isNew: boolean }
  | { readonly ok: false; readonly code: 'PARENT_UNKNOWN' | 'ALREADY_REVIEWED' };

const daySeconds = 86_400;

const selectTrust = sqlQuery<{ hasApproved: boolean }>(
  'comments.find-trust',
  `select exists (select from comments where lower(email) = lower($1) and is_address_proved and state = 'approved') as "hasApproved"`,
);

/**
 * Judges a comment before its transaction, because counts and checks of features may take a while. The rules don't
 * get the stars.
 */
export async function judgeNewComment(
  shop: Shop,
  comment: Omit<NewComment, 'parentId' | 'stars' | 'owner' | 'network' | 'purchase' | 'photographs'>,
): Promise<Judgement> {
  const { perHour, maxRepeats } = shop.settings(commentSettings);
  const text = createHash('sha256').update(foldCase(comment.body)).digest('hex');
  const [byProduct, byText] = await shop.limits.consumeEach([
    [{ limit: { name: 'comments-product', max: perHour.product, seconds: 3600 }, key: getSubjectKey(comment) }],
    [{ limit: { name: 'comments-text', max: maxRepeats, seconds: daySeconds }, key: text }],
  ]);
  const [trust] = comment.isAddressProved ? await selectTrust(shop.db, [comment.email]) : [];
  return judgeComment(shop, comment, {
    isProved: comment.isAddressProved,
    hasApproved: trust?.hasApproved === true,
    isBurst: byProduct?.ok === false,
    isRepeated: byText?.ok === false,
    isTrapped: comment.isTrapped,
  });
}

/** Identifies the product or entry in limits and fingerprints. */
const getSubjectKey = ({ productId, entryId }: Pick<NewComment, 'productId' | 'entryId'>): string =>
  productId === null ? `entry-${entryId}` : String(productId);

interface Parent {
  readonly id: number;
  readonly rootId: number;
  readonly depth: number;
}

/**
 * `for key share` prevents the parent from being deleted before the answer is inserted. An answer beyond the maximum
 * depth becomes a sibling of the comment that it answers.
 */
const findParent = namedFind<
  {
    readonly id: number;
    readonly maxDepth: number;
    readonly productId: number | null;
    readonly entryId: number | null;
  },
  Parent
>(
  'comments.find-parent',
  `select p.id, coalesce(p.root_id, p.id) as "rootId", p.depth from comments c
  join comments p on p.id = case when c.depth >= $maxDepth then c.parent_id else c.id end
  where c.id = $id::bigint and (c.product_id = $productId or c.entry_id = $entryId) and c.state = 'approved' for key share of p`,
);

const insertComment = namedFind<object, { id: number; state: CommentState }>(
  'comments.write-comment',
  `insert into comments (visitor_id, customer_id, product_id, entry_id, parent_id, root_id, depth, stars, title, body, author, email, network, locale,
    state, reasons, is_address_proved, is_verified, order_line_id, bought, fingerprint, created_at)
  values ($visitorId::uuid, $customerId::bigint, $productId, $entryId, $parentId, $rootId, $depth, $stars, $title, $body, $author, $email, $network, $locale,
    $state, $reasons::text[], $isAddressProved, $orderLineId::bigint is not null, $orderLineId, $bought::jsonb, $fingerprint, $now)
  on conflict do nothing returning id, state`,
);

const findByFingerprint = sqlQuery<{ id: number; state: CommentState }>(
  'comments.find-by-fingerprint',
  'select id, state from comments where fingerprint = $1',
);

const insertPhotographs = sqlQuery(
  'comments.write-photographs',
  `insert into comment_photographs (id, comment_id, position, width, height)
  select id, $1::bigint, position, width, height from jsonb_to_recordset($2) as p (id uuid, position smallint, width integer, height integer)`,
);

/** Stores a comment. Lock order: the parent comment, then the product. */
export async function writeComment(
  shop: Shop,
  tx: Tx,
  comment: NewComment,
  { state, reasons }: Judgement,
): Promise<WriteResult> {
  const { owner, productId, parentId, purchase, photographs } = comment;
  const fingerprint = createFingerprint(shop, comment);
  const { maxDepth } = shop.settings(commentSettings);
  const entryId = comment.entryId ?? null;
  const parent = parentId === null ? null : await findParent(tx, { id: parentId, maxDepth, productId, entryId });
  if (parentId !== null && parent === null) return { ok: false, code: 'PARENT_UNKNOWN' };
  await insertOwnerVisitor(tx, owner);
  const [visitorId, customerId] = toOwnerValues(owner);
  const written = await insertComment(tx, {
    ...{ ...comment, entryId, visitorId, customerId, locale: shop.choices.locale, state, reasons },
    ...{ parentId: parent?.id ?? null, rootId: parent?.rootId ?? null, depth: parent ? parent.depth + 1 : 0 },
    ...(parent && { stars: null, title: '' }),
    ...{ orderLineId: purchase?.orderLineId ?? null, bought: JSON.stringify(purchase?.options ?? []) },
    ...{ fingerprint, now: shop.clock.now() },
  });
  if (!written) {
    const [known] = await findByFingerprint(tx, [fingerprint]);
    return known ? { ok: true, ...known, isNew: false } : { ok: false, code: 'ALREADY_REVIEWED' };
  }
  const rows = photographs.map((photograph, position) => ({ ...photograph, position }));
  if (rows.length > 0) await insertPhotographs(tx, [written.id, JSON.stringify(rows)]);
  if (state === 'approved') await refreshPagesAndRating(shop, tx, comment);
  return { ok: true, ...written, isNew: true };
}

/** Signed with a secret key, so that the text can't be guessed from the fingerprint. */
function createFingerprint({ config }: Shop, comment: NewComment): string {
  const { owner, productId, parentId, stars, title, body } = comment;
  const subject = productId ?? getSubjectKey(comment);
  return sign(config.secrets, 'comment', JSON.stringify([getOwnerKey(owner), subject, parentId, stars, title, body]));
}

const insertReply = namedFind<object, { id: number; productId: number | null; entryId: number | null }>(
  'comments.write-reply-of-shop',
  `insert into comments (product_id, entry_id, parent_id, root_id, depth, body, author, is_from_shop, by, by_staff_id, locale, state, fingerprint, created_at)
  select p.product_id, p.entry_id, p.id, coalesce(p.root_id, p.id), p.depth + 1, $body, $author, true, $by, $byStaffId, p.locale, 'approved', $fingerprint, $now
  from comments c join comments p on p.id = case when c.depth >= $maxDepth then c.parent_id else c.id end where c.id = $id::bigint
  on conflict (fingerprint) do nothing returning id, product_id as "productId", entry_id as "entryId"`,
);

/** @returns null when an equal answer exists */
export async function writeReplyOfShop(
  shop: Shop,
  tx: Tx,
  reply: { readonly id: number; readonly body: string; readonly by: string; readonly byStaffId: number | null },
): Promise<number | null> {
  const fingerprint = sign(shop.config.secrets, 'comment', JSON.stringify(['shop', reply.id, reply.body]));
  const { maxDepth } = shop.settings(commentSettings);
  const author = shop.choices.name.slice(0, 60);
  const written = await insertReply(tx, { ...reply, maxDepth, author, fingerprint, now: shop.clock.now() });
  if (!written) return null;
  await refreshPagesAndRating(shop, tx, written);
  return written.id;
}
