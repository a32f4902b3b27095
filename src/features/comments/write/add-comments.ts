import type { Tx } from '#platform/database/database.ts';
import { namedFind } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sign } from '#platform/sessions/signing.ts';
import type { CommentState } from '../contract.ts';
import { fetchPhotographsLater } from '../fetch-photographs.ts';
import { commentSettings } from '../settings.ts';
import { refreshPagesAndRating } from './refresh-pages-and-rating.ts';

/** A comment from another source. It has no owner, so only staff can change it. */
export interface AddedComment {
  /** Unique within its source, so that the comment is added only once. */
  readonly key: string;
  /** Key of the comment that it answers, which must come earlier in the list. */
  readonly parentKey?: string;
  readonly stars?: number;
  readonly title?: string;
  readonly body: string;
  readonly author: string;
  readonly isFromShop?: boolean;
  readonly isVerified?: boolean;
  /** Whether the other shop calls the purchase verified. */
  readonly isSourceVerified?: boolean;
  /** Default: approved. */
  readonly state?: CommentState;
  readonly reasons?: readonly string[];
  /** URLs of photographs, which a job fetches. */
  readonly pictures?: readonly string[];
  readonly writtenAt: Date;
}

const insertAdded = namedFind<object, { id: number }>(
  'comments.add-comment',
  `insert into comments (product_id, entry_id, parent_id, root_id, depth, stars, title, body, author, is_from_shop, is_verified, locale, state, fingerprint, created_at, source,
    is_source_verified, reasons)
  select $productId, $entryId, p.id, coalesce(p.root_id, p.id), coalesce(p.depth + 1, 0), $stars::smallint, $title, $body, $author, $isFromShop, $isVerified, $locale, $state,
    $fingerprint, $writtenAt, $shownSource, $isSourceVerified, $reasons::text[]
  from (select 1) one left join comments a on a.fingerprint = $parentFingerprint and (a.product_id = $productId or a.entry_id = $entryId)
    left join comments p on p.id = case when a.depth >= $maxDepth then a.parent_id else a.id end
  on conflict (fingerprint) do nothing returning id`,
);

const defaults = {
  ...{ stars: null, title: '', isFromShop: false, isVerified: false, isSourceVerified: false },
  ...{ state: 'approved', reasons: [] },
};

interface AddedComments {
  /** Null when the comments are about an entry of the shop's content. */
  readonly productId: number | null;
  readonly entryId?: number;
  readonly source: string;
  /** Whether pages show the name of the source. */
  readonly isImported?: boolean;
  readonly comments: readonly AddedComment[];
}

/** Adds comments to a product or a post. @returns the keys of the comments that were new */
export async function addComments(
  shop: Shop,
  tx: Tx,
  { productId, entryId, source, isImported = false, comments }: AddedComments,
): Promise<ReadonlySet<string>> {
  const { secrets } = shop.config;
  const toFingerprint = (key: string) =>
    sign(secrets, 'added-comment', JSON.stringify([source, productId ?? `entry-${entryId}`, key]));
  const added = new Set<string>();
  const { maxDepth } = shop.settings(commentSettings);
  for (const comment of comments) {
    const { key, parentKey, pictures = [] } = comment;
    const row = await insertAdded(tx, {
      ...{ ...defaults, ...comment, productId, entryId: entryId ?? null, locale: shop.choices.locale, maxDepth },
      ...{
        fingerprint: toFingerprint(key),
        parentFingerprint: parentKey === undefined ? null : toFingerprint(parentKey),
      },
      shownSource: isImported && !comment.isFromShop ? source : null,
    });
    if (!row) continue;
    added.add(key);
    if (pictures.length > 0) await fetchPhotographsLater(shop, tx, row.id, pictures);
  }
  await refreshPagesAndRating(shop, tx, { productId, entryId: entryId ?? null });
  return added;
}
