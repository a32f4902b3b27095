import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';
import { photographPath } from './contract.ts';
import { mergeComments } from './merge-comments.ts';
import { refreshPagesAndRating } from './write/refresh-pages-and-rating.ts';
import { countReports } from './write/vote.ts';

const buildReadSql = (owner: string) => `
  select coalesce(p.name, a.title) as subject, c.stars, c.title, c.body, c.author, c.email, c.network, c.state, c.is_verified as "isVerified", c.bought,
    c.created_at as "createdAt", c.edited_at as "editedAt",
    array(select f.id::text from comment_photographs f where f.comment_id = c.id order by f.position) as photographs,
    (select json_build_object('stars', e.stars, 'title', e.title, 'body', e.body, 'writtenAt', e.written_at) from comment_edits e
      where e.comment_id = c.id) as "waitingChange",
    (select coalesce(json_agg(json_build_object('title', v.title, 'body', v.body, 'replacedAt', v.replaced_at) order by v.version), '[]')
      from comment_versions v where v.comment_id = c.id) as "earlierVersions"
  from comments c left join products p on p.id = c.product_id left join content_entries a on a.id = c.entry_id where ${owner} order by c.id`;

interface TextRecord {
  /** Name of the product, or title of the post. */
  readonly subject: string;
  readonly stars: number | null;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly email: string | null;
  readonly network: string | null;
  readonly state: string;
  readonly isVerified: boolean;
  readonly bought: unknown;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  /** Ids. */
  readonly photographs: readonly string[];
  readonly earlierVersions: unknown;
  readonly waitingChange: unknown;
}

/**
 * Matches comments of an account, of guests with the email address, and of guests without one in a browser of the
 * person: other people who use that browser give their own address.
 */
const byOwner = (table: string) =>
  `(${table}.customer_id = $1 or ${table}.customer_id is null and (lower(${table}.email) = lower($2)
    or ${table}.email is null and ${table}.visitor_id in (select guest_visitors($2))))`;
const byAddress = 'lower(email) = lower($1)';
const voted = (table: string) => `(${table}.customer_id = $1 or ${table}.visitor_id in (select guest_visitors($2)))`;
const selectOfCustomer = sqlQuery<TextRecord>('comments.read-personal-data', buildReadSql(byOwner('c')));
const selectOfAddress = sqlQuery<TextRecord>(
  'comments.read-data-of-address',
  buildReadSql('lower(c.email) = lower($1)'),
);

const toRecord = ({ photographs, ...text }: TextRecord): object => ({
  ...text,
  photographs: photographs.map(photographPath),
});

interface ErasedText {
  readonly id: number;
  readonly productId: number | null;
  readonly entryId: number | null;
}

const buildEraseSql = (owner: string) => `
  update comments set author = '', email = null, network = null, customer_id = null, visitor_id = null, title = '', body = '',
    order_line_id = null, bought = '[]'
  where id in (select o.id from comments o where ${owner} order by o.id for update) returning id, product_id as "productId", entry_id as "entryId"`;
const eraseOfCustomer = sqlQuery<ErasedText>('comments.erase-personal-data', buildEraseSql(byOwner('o')));
const eraseOfAddress = sqlQuery<ErasedText>('comments.erase-data-of-address', buildEraseSql(byAddress));

const eraseParts = sqlQuery(
  'comments.erase-parts',
  `with photographs as (delete from comment_photographs where comment_id = any($1::bigint[])),
    edits as (delete from comment_edits where comment_id = any($1::bigint[]))
  delete from comment_versions where comment_id = any($1::bigint[])`,
);

async function finishErasure(shop: Shop, tx: Tx, erased: readonly ErasedText[]): Promise<void> {
  await eraseParts(tx, [erased.map(({ id }) => id)]);
  const products = [...new Set(erased.map(({ productId }) => productId))].filter((id) => id !== null);
  for (const productId of products.sort((a, b) => a - b)) await refreshPagesAndRating(shop, tx, { productId });
  const entries = new Set(erased.map(({ entryId }) => entryId));
  for (const entryId of entries) await refreshPagesAndRating(shop, tx, { productId: null, entryId });
}

const lockReported = sqlQuery(
  'comments.lock-reported',
  `select id from comments where id in (select comment_id from comment_reports r where ${voted('r')}) order by id for update`,
);
const eraseOpinions = sqlQuery<{ id: number }>(
  'comments.erase-opinions',
  `with votes as (update comment_votes v set customer_id = null, visitor_id = null where ${voted('v')})
  delete from comment_reports r where ${voted('r')} returning comment_id as id`,
);

/**
 * Comments of a customer. Erasure keeps only the stars, without an author: the rating of a product is not personal
 * data.
 */
export const commentData: PersonalDataSource = {
  name: 'comments',
  read: async (_shop, db, subject) => (await selectOfCustomer(db, toSubjectValues(subject))).map(toRecord),
  erase: async (shop, tx, subject) => {
    const values = toSubjectValues(subject);
    const erased = await eraseOfCustomer(tx, values);
    await lockReported(tx, values);
    for (const reported of await eraseOpinions(tx, values)) await countReports(tx, [reported.id]);
    await finishErasure(shop, tx, erased);
  },
  merge: mergeComments,
};

const selectOpinions = sqlQuery<object>(
  'comments.read-opinions',
  `select 'vote' as kind, c.id as comment, p.name as product, v.is_helpful as "isHelpful", null as reason, v.voted_at as "givenAt"
    from comment_votes v join comments c on c.id = v.comment_id join products p on p.id = c.product_id where ${voted('v')}
  union all select 'report', c.id, coalesce(p.name, a.title), null, r.reason, r.reported_at
    from comment_reports r join comments c on c.id = r.comment_id left join products p on p.id = c.product_id
      left join content_entries a on a.id = c.entry_id where ${voted('r')}
  order by "givenAt", comment`,
);

/** Votes and reports of a customer on comments of others. `commentData` erases them. */
export const opinionData: PersonalDataSource = {
  name: 'opinions',
  read: (_shop, db, subject) => selectOpinions(db, toSubjectValues(subject)),
};

/** Reads all comments with an email address, including those of guests. */
export const readTextsOfAddress = async (db: Db, email: string): Promise<object[]> =>
  (await selectOfAddress(db, [email])).map(toRecord);

/** Erases comments with an email address, as for a deleted account. @returns the number of comments */
export async function eraseTextsOfAddress(shop: Shop, tx: Tx, email: string): Promise<number> {
  const erased = await eraseOfAddress(tx, [email]);
  await finishErasure(shop, tx, erased);
  return erased.length;
}
