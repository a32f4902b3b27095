import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { CommentState } from '../contract.ts';
import type { Comment } from '../find-comments.ts';

type Text = Pick<Comment, 'title' | 'body' | 'stars'>;

export interface CommentSubject
  extends Pick<Comment, 'id' | 'parentId' | 'stars' | 'title' | 'body' | 'author' | 'isVerified' | 'createdAt'> {
  readonly product: string;
  readonly email: string | null;
  readonly network: string | null;
  readonly isAddressProved: boolean;
  readonly orderId: number | null;
  readonly orderNumber: number | null;
  readonly state: CommentState;
  readonly reasons: readonly string[];
  readonly reports: readonly string[];
  readonly versions: readonly (Text & { readonly version: number })[];
  /** Edit by the author since the comment was approved, which waits for approval. */
  readonly edit: (Text & { readonly reasons: readonly string[] }) | null;
  /** Ids of photographs. */
  readonly photographs: readonly string[];
}

const selectSubject = sqlQuery<CommentSubject>(
  'comments.find-subject',
  `select c.id, coalesce(p.name, a.title) as product, c.parent_id as "parentId", c.stars, c.title, c.body, c.author, c.email, c.network,
    c.is_verified as "isVerified", c.is_address_proved as "isAddressProved",
    o.id as "orderId", o.number as "orderNumber", c.state, c.reasons, c.created_at as "createdAt",
    array(select r.reason from comment_reports r where r.comment_id = c.id order by r.reported_at limit 50) as reports,
    (select coalesce(json_agg(json_build_object('version', v.version, 'title', v.title, 'body', v.body, 'stars', v.stars) order by v.version desc), '[]')
      from (select * from comment_versions e where e.comment_id = c.id order by e.version desc limit 50) v) as versions,
    (select json_build_object('title', e.title, 'body', e.body, 'stars', e.stars, 'reasons', e.reasons) from comment_edits e where e.comment_id = c.id) as edit,
    array(select f.id::text from comment_photographs f where f.comment_id = c.id order by f.position) as photographs
  from comments c left join products p on p.id = c.product_id left join content_entries a on a.id = c.entry_id left join order_lines l on l.id = c.order_line_id left join orders o on o.id = l.order_id
  where c.id = $1::bigint`,
);

export async function loadCommentSubject(db: Db, id: number): Promise<CommentSubject | null> {
  return (await selectSubject(db, [id]))[0] ?? null;
}
