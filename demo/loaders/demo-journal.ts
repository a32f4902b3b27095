import { addComments } from '#features/comments/index.ts';
import { findPublished } from '#features/content/index.ts';
import { importContent } from '#features/content-transfer/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import type { DemoJournal } from './demo-catalogue.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Adds posts with their pictures, which are those of products, and comments. Pictures that a part of the catalogue lacks are
 * left out. Each is there once, however often this is called.
 * @throws Error that names what is wrong in a post
 */
export async function addDemoJournal(shop: Shop, { terms, authors, posts, comments }: DemoJournal): Promise<void> {
  const before = (days: number) => new Date(shop.clock.now().getTime() - days * dayMs);
  const { rows } = await importContent(
    shop,
    {
      ...{ format: 'vitrine-content', version: 1 },
      parts: { 'journal-terms': [...terms], 'journal-authors': [...authors] },
      entries: posts.map(({ slug, title, lead, picture, daysAgo, author, categories, tags, blocks }) => ({
        ...{ kind: 'post', slug, importKey: `demo:${slug}`, isPublished: true, title, lead, description: '', picture },
        ...{ place: 'none', isListed: true, blocks: [...blocks] },
        details: { author, categories, tags, date: before(daysAgo).toISOString(), isOpen: true },
      })),
    },
    { actor: createSystemActor('shop'), dryRun: false, skipsKnownEntries: true, leavesOutMissing: true },
  );
  const refused = rows.find(({ outcome }) => outcome === 'refused');
  if (refused) throw new Error(`the post '${refused.slug}' can't be added: ${refused.problem}`);
  await inTransaction(shop.db, async (tx) => {
    for (const { post, author, body, daysAgo, reply } of comments) {
      const found = await findPublished(tx, 'post', { locale: shop.choices.locale, slug: post });
      if (!found) continue;
      const [key, writtenAt] = [`${post} ${author}`, before(daysAgo)];
      const answer = { key: `${key} reply`, parentKey: key, author: shop.choices.name, isFromShop: true };
      const written = { key, author, body, writtenAt };
      const both = reply === undefined ? [written] : [written, { ...answer, body: reply, writtenAt }];
      await addComments(shop, tx, { productId: null, entryId: found.id, source: 'demo', comments: both });
    }
  });
}
