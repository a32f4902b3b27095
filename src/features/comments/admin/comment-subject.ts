import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { CommentState } from '../contract.ts';

interface Version {
  readonly version: number;
  readonly title: string;
  readonly body: string;
  readonly stars: number | null;
}

/** What staff sees of a comment. */
export interface CommentSubject {
  readonly id: number;
  readonly productId: number | null;
  readonly product: string;
  readonly parentId: number | null;
  readonly stars: number | null;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly email: string | null;
  readonly network: string | null;
  readonly customerId: number | null;
  readonly isFromShop: boolean;
  readonly isVerified: boolean;
  readonly isAddressProved: boolean;
  readonly orderId: number | null;
  readonly orderNumber: number | null;
  readonly state: CommentState;
  readonly reasons: readonly string[];
  readonly reports: readonly string[];
  readonly versions: readonly Version[];
  /** What the author has written since it was approved. */
  readonly edit: (Omit<Version, 'version'> & { readonly reasons: readonly string[] }) | null;
  readonly photographs: readonly string[];
  readonly helpful: number;
  readonly unhelpful: number;
  readonly createdAt: Date;
}

const selectSubject = sqlQuery<CommentSubject>(
  'comments.find-subject',
  `select c.id, c.product_id as "productId", coalesce(p.name, a.title) as product, c.parent_id as "parentId", c.stars, c.title, c.body, c.author, c.email, c.network,
    c.customer_id as "customerId", c.is_from_shop as "isFromShop", c.is_verified as "isVerified", c.is_address_proved as "isAddressProved",
    o.id as "orderId", o.number as "orderNumber", c.state, c.reasons, c.helpful, c.unhelpful, c.created_at as "createdAt",
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
