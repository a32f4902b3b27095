import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { UnreadableFile } from '#platform/csv/read-rows.ts';
import type { ReviewRows } from './review-row.ts';

/** Bytes. The limit is needed because the whole file is read into memory. */
const maxBytes = 64 * 1024 * 1024;

const text = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);

/** Entry of `/wp-json/wc/v3/products/reviews`. */
const review = z.object({
  ...{ id: text, product_id: text, date_created_gmt: text, status: text.default('') },
  ...{ reviewer: text.default(''), review: text, rating: text, verified: text.default('') },
});

/** Entry of `/wp-json/wp/v2/comments`. */
const comment = z.object({
  ...{ id: text, post: text, parent: text.default('0'), author_name: text.default(''), date_gmt: text },
  ...{ content: z.object({ rendered: text }), status: text.default(''), type: text.default('') },
  // WordPress sends an empty array when a comment has no metadata.
  meta: z.object({ rating: text.optional(), verified: text.optional() }).catch({}),
});

/** Reads responses of the REST API of WordPress or WooCommerce that were saved to a file. */
export async function* readJson(file: string): ReviewRows {
  if ((await stat(file)).size > maxBytes) throw new UnreadableFile(1, `it has more than ${maxBytes / 1024 / 1024} MB`);
  const entries = parse(await readFile(file, 'utf8'));
  for (const [index, entry] of entries.entries()) {
    const line = index + 1;
    const asReview = review.safeParse(entry);
    if (asReview.success) {
      const { id, product_id: productId, date_created_gmt: date, status, reviewer, ...own } = asReview.data;
      const [stars, body] = [own.rating, own.review];
      yield {
        line,
        cells: { key: id, productId, date, state: status, author: reviewer, body, stars, verified: own.verified },
      };
      continue;
    }
    const asComment = comment.safeParse(entry);
    if (!asComment.success) {
      yield { line, problem: 'is neither a review of the shop plugin nor a comment of WordPress' };
      continue;
    }
    const { id, post, parent, author_name: author, date_gmt: date, content, status, type, meta } = asComment.data;
    const cells = { key: id, productId: post, parent, author, date, body: content.rendered, state: status, type };
    yield { line, cells: { ...cells, stars: meta.rating ?? '', verified: meta.verified ?? '' }, isComment: true };
  }
}

function parse(json: string): readonly unknown[] {
  try {
    const entries: unknown = JSON.parse(json.replace(/^\ufeff/, ''));
    if (Array.isArray(entries)) return entries;
  } catch {
    // The error is thrown below.
  }
  throw new UnreadableFile(1, 'it is no list in JSON');
}
