import { readWxr as readItems, type WxrItem } from '#platform/wxr/read-wxr.ts';
import type { ReviewField, ReviewRow, ReviewRows } from './review-row.ts';

/** Fields by the names that WordPress' export has below `wp:comment`. */
const commentFields: Readonly<Record<string, ReviewField>> = {
  'wp:comment_id': 'key',
  'wp:comment_parent': 'parent',
  'wp:comment_author': 'author',
  'wp:comment_date_gmt': 'date',
  'wp:comment_content': 'body',
  'wp:comment_approved': 'state',
  'wp:comment_type': 'type',
};

export async function* readWxr(file: string): ReviewRows {
  for await (const item of readItems(file)) if (item.kind === 'item') yield* toRows(item);
}

/** Comments on posts and pages have no product. */
function toRows({ texts, meta, comments }: WxrItem): ReviewRow[] {
  const product = texts.get('wp:post_type') === 'product' && {
    productId: texts.get('wp:post_id') ?? '',
    slug: texts.get('wp:post_name') ?? '',
    sku: meta.get('_sku') ?? '',
  };
  return comments.map(({ line, ...comment }) => {
    const [stars, verified] = [comment.meta.get('rating'), comment.meta.get('verified')];
    const cells = [...comment.texts].flatMap(([name, text]) => {
      const field = commentFields[name];
      return field ? [[field, text] as const] : [];
    });
    return {
      line,
      cells: {
        ...Object.fromEntries(cells),
        ...(stars === undefined ? {} : { stars }),
        ...(verified === undefined ? {} : { verified }),
        ...product,
      },
      isComment: true,
    };
  });
}
