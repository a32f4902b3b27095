import { describe, expect, it } from 'vitest';
import { addComments } from '#features/comments/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { checkScreens } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addAuthor, addPost, addTerm } from '#tests/support/journal.ts';
import { createTestImage } from '#tests/support/uploads.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});

describe('the journal in a browser', () => {
  it('is accessible and fits all screens, loads no script of its own, and takes a comment without script', async () => {
    const { shop } = open.app;
    const stored = await shop.media.store(shop.db, { bytes: await createTestImage(), name: 'kiln.png', alt: 'A kiln' });
    const imageId = stored.ok ? stored.id : null;
    const details = {
      author: await addAuthor(shop, 'Ines Marsh', 'Throws pots.'),
      categories: [await addTerm(shop, 'category', 'From the kiln', 'What comes out of the fire.')],
      tags: [await addTerm(shop, 'tag', 'Glaze')],
    };
    await addPost(shop, 'earlier', { title: 'Earlier words', lead: 'An excerpt.', details, imageId });
    const id = await addPost(shop, 'firing', { title: 'The first firing', lead: 'It was hot.', details, imageId });
    const comment = { key: '1', body: 'Lovely words', author: 'Ada', writtenAt: new Date('2024-01-02') };
    await inTransaction(shop.db, (tx) =>
      addComments(shop, tx, { productId: null, entryId: id, source: 'test', comments: [comment] }),
    );
    await shop.pages.awaitInvalidations();
    const { page, watch } = await open.shopper({ hasScript: true });
    for (const path of [
      '/journal',
      '/journal/firing',
      '/journal/category/from-the-kiln',
      '/journal/author/ines-marsh',
    ]) {
      await page.goto(path);
      await checkScreens(page);
    }
    expect(watch.problems()).toEqual([]);
    const other = await open.shopper({ hasScript: false });
    await other.page.goto('/journal');
    await other.page.getByRole('link', { name: 'The first firing' }).click();
    await other.page.getByText('Write a comment').click();
    await other.page.getByRole('textbox', { name: 'Comment' }).fill('From a browser');
    await other.page.getByRole('textbox', { name: 'Name' }).fill('Ben');
    await other.page.getByRole('textbox', { name: 'Email address' }).fill('ben@example.com');
    await other.page.getByRole('button', { name: 'Send' }).click();
    await expect
      .poll(() => other.page.locator('main').textContent())
      .toContain('Your comment has been sent. It appears once we have approved it.');
    await checkScreens(page);
  });
});
