import { describe, expect, it } from 'vitest';
import { productPath } from '#features/catalog/index.ts';
import { adminCommentPath, adminCommentsPath } from '#features/comments/index.ts';
import { setCommentState } from '#features/comments/write/change-comment.ts';
import { inTransaction } from '#platform/database/database.ts';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { checkAxe, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { formPath, reviewsPagePath } from './contract.ts';

const { database } = useDatabase();
const shop = useOpenShop(database, { choices: withTestSession });

const behaviour = 'vt-behaviour[name="reviews/reviews"]';

async function createProduct(reviews = 0) {
  const id = await addProduct(shop.app.shop);
  await database.pool.query(
    `insert into comments (product_id, stars, title, body, author, locale, state, fingerprint, created_at, is_verified, bought)
    select $1::integer, 5 - n % 3, 'Headline ' || n, repeat('It pours well, and it does not drip. ', n), 'Ada ' || n, 'en', 'approved', $1::text || ' the fingerprint of ' || n,
      now() - make_interval(days => n), n % 2 = 0, case when n % 2 = 0 then '[{"name":"Glaze","value":"Celadon"}]'::jsonb else '[]' end from generate_series(1, $2::integer) n`,
    [id, reviews],
  );
  const { rows } = await database.pool.query('select slug from products where id = $1', [id]);
  const readRows = async () =>
    (await database.pool.query('select * from comments where product_id = $1 order by id', [id])).rows;
  return { id, slug: String(rows[0].slug), readRows };
}

const readFormPlace = () => document.querySelector('[data-comment-form]')?.parentElement?.id ?? '';

describe('the form of comments', () => {
  it('[2.8/1-3] moves below the comment that is answered and comes back, and Ctrl+Enter sends it', async () => {
    const { slug, readRows } = await createProduct(2);
    const first = Number((await readRows())[0].id);
    const { page, watch } = await shop.sharedShopper();
    await page.goto(productPath(slug));
    await waitForHydration(page, behaviour);
    await page.getByRole('link', { name: 'Reply to Ada 1' }).click();
    expect(await page.evaluate(readFormPlace)).toBe(`comment-${first}`);
    expect(await page.locator('[name="comment_parent"]').inputValue()).toBe(String(first));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('comment');
    expect(await page.getByText('Your rating').isVisible()).toBe(false);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Cancel reply' }).click();
    expect(await page.evaluate(readFormPlace)).toBe('');
    expect(await page.locator('[name="comment_parent"]').inputValue()).toBe('0');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Reply to Ada 1');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your review').fill('I agree.');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(readFormPlace)).toBe('');
    await page.getByRole('link', { name: 'Reply to Ada 1' }).click();
    await page.getByLabel('Name').fill('Ben');
    await page.getByLabel('Email').fill('ben@example.com');
    await page.getByLabel('Your review').press('Control+Enter');
    await page.getByText('We will read it before it is published. Until then, only you can see it.').waitFor();
    expect((await readRows()).at(-1)).toMatchObject({ body: 'I agree.', parent_id: first, stars: null });
    expect(watch.problems()).toEqual([]);
  });

  it('[2.8/2] is sent by Cmd+Enter once, with stars that the keyboard chooses', async () => {
    const { slug, readRows } = await createProduct();
    const { page, watch } = await shop.sharedShopper();
    await page.goto(productPath(slug));
    await waitForHydration(page, behaviour);
    await page.getByText('Write a review', { exact: true }).click();
    await page.getByRole('radio', { name: '1 star', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Your review').fill('It pours.');
    await page.getByLabel('Name').fill('Ben');
    await page.getByLabel('Email').fill('ben@example.com');
    await page.getByLabel('Your review').evaluate((field) => {
      const init = { key: 'Enter', metaKey: true, bubbles: true, cancelable: true };
      for (let n = 0; n < 3; n += 1) field.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    await page.getByText('We will read it before it is published. Until then, only you can see it.').waitFor();
    expect(await readRows()).toMatchObject([{ stars: 3, body: 'It pours.' }]);
    expect(watch.problems()).toEqual([]);
  });

  it('works without script, also to answer', async () => {
    const { slug, readRows } = await createProduct(1);
    const { page, watch } = await shop.sharedShopper({ hasScript: false });
    await page.goto(productPath(slug));
    await page.getByRole('link', { name: 'Reply to Ada 1' }).click();
    await page.getByLabel('Your reply').fill('I agree.');
    await page.getByLabel('Name').fill('Ben');
    await page.getByLabel('Email').fill('ben@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('We will read it before it is published. Until then, only you can see it.').waitFor();
    expect(await readRows()).toHaveLength(2);
    expect(watch.problems()).toEqual([]);
  });

  it('shows its author what waits, in the cached page', async () => {
    const { slug, readRows } = await createProduct(1);
    const { page, watch } = await shop.sharedShopper();
    await page.goto(productPath(slug));
    await waitForHydration(page, behaviour);
    await page.getByText('Write a review', { exact: true }).click();
    await page.locator('label.rating__star').nth(3).click();
    await page.getByLabel('Your review').fill('Mine waits.');
    await page.getByLabel('Name').fill('Ben');
    await page.getByLabel('Email').fill('ben@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('link', { name: 'Back to Tide bowl' }).click();
    await page.getByText('Awaiting approval. Only you can see it.').waitFor();
    const stranger = await shop.shopper();
    await stranger.page.goto(productPath(slug));
    await waitForHydration(stranger.page, behaviour);
    expect(await stranger.page.getByText('Mine waits.').count()).toBe(0);
    const id = Number((await readRows()).at(-1).id);
    await inTransaction(shop.app.shop.db, (tx) => setCommentState(shop.app.shop, tx, id, 'approved'));
    const countShown = async (text: string) => {
      await stranger.page.reload();
      return stranger.page.getByText(text).count();
    };
    await expect.poll(() => countShown('Mine waits.')).toBe(1);
    // The browser asks again ten minutes later.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(productPath(slug));
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Your review').fill('Mine, changed.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText('We will read your edit before it is published. Until then, your earlier text is shown.')
      .waitFor();
    await page.getByRole('link', { name: 'Back to Tide bowl' }).click();
    await page.getByText('Your edit is awaiting approval. Only you can see it.').waitFor();
    expect(await page.getByText('Mine, changed.').count()).toBe(1);
    expect(await page.getByText('Mine waits.').count()).toBe(1);
    await checkAxe(page);
    expect([await countShown('Mine waits.'), await countShown('Mine, changed.')]).toEqual([1, 0]);
    expect(watch.problems()).toEqual([]);
  });
});

describe('reviews', () => {
  it('[2.3/11-13, 9.6/4] are scrolled to, with 15 px above, where the address asks for them', async () => {
    const { slug, readRows } = await createProduct(12);
    const last = Number((await readRows())[0].id);
    const { page } = await shop.sharedShopper();
    await page.setViewportSize({ width: 1280, height: 700 });
    const readTop = (selector: string) =>
      page.evaluate((each) => {
        const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
        return Math.round((document.querySelector(each)?.getBoundingClientRect().top ?? 0) - padding);
      }, selector);
    const path = productPath(slug);
    for (const address of [
      ...[`${path}#reviews`, `${path}#comments`, `${path}#tab-reviews`, `${path}?cpage=2`],
      reviewsPagePath(slug, 2),
    ]) {
      await page.goto('/robots.txt');
      await page.goto(address);
      const isThere = async () => Math.abs((await readTop('#tab-reviews')) - 15) <= 1;
      await expect.poll(isThere, { message: address }).toBe(true);
    }
    await page.goto('/robots.txt');
    await page.goto(`${reviewsPagePath(slug, 2)}#comment-${last}`);
    const isShown = async () => Math.abs((await readTop(`#comment-${last}`)) - 15) <= 1;
    await expect.poll(isShown).toBe(true);
    await page.goto('/robots.txt');
    await page.goto(path);
    await waitForHydration(page, behaviour);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('[9.6/4] are scrolled to after 500 ms', async () => {
    const { slug } = await createProduct(12);
    const { page } = await shop.shopper();
    await page.setViewportSize({ width: 1280, height: 700 });
    // What is to run after 500 ms runs when the test says so.
    await page.addInitScript(() => {
      const held: (() => void)[] = [];
      const start = window.setTimeout;
      const hold = (run: () => void, delay?: number) => (delay === 500 ? held.push(run) : start(run, delay));
      Object.assign(window, { setTimeout: hold, held });
    });
    await page.goto(`${productPath(slug)}?cpage=2`);
    const release = () =>
      page.evaluate(() => {
        const { held } = window as unknown as { held: (() => void)[] };
        const found = held.splice(0);
        const before = scrollY;
        for (const run of found) run();
        return { count: found.length, before };
      });
    await waitForHydration(page, behaviour);
    expect(await release()).toEqual({ count: 1, before: 0 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });

  it('[2.3/14] have a link beside the price that pushes #reviews into the address', async () => {
    const { slug } = await createProduct(3);
    const { page } = await shop.sharedShopper();
    await page.goto(productPath(slug));
    const before = await page.evaluate(() => history.length);
    await page.getByRole('link', { name: '3 reviews' }).first().click();
    expect(new URL(page.url()).hash).toBe('#reviews');
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  });

  it('take votes in place', async () => {
    const { slug, readRows } = await createProduct(1);
    const { page, watch } = await shop.sharedShopper();
    await page.goto(productPath(slug));
    await waitForHydration(page, behaviour);
    await page.getByRole('button', { name: 'Yes, the review by Ada 1 is helpful' }).click();
    await page.getByText('Thank you for your vote.').waitFor();
    const id = Number((await readRows())[0].id);
    const { rows } = await database.pool.query('select is_helpful from comment_votes where comment_id = $1', [id]);
    expect(rows).toEqual([{ is_helpful: true }]);
    expect(watch.problems()).toEqual([]);
  });

  it('are accessible and fit every screen, light and dark, for shoppers and staff', async () => {
    const { slug, readRows } = await createProduct(4);
    const id = Number((await readRows())[0].id);
    await database.pool.query(
      `insert into comment_edits (comment_id, stars, title, body, reasons, written_at) values ($1, 2, 'Changed', 'It drips.', '{links}', now())`,
      [id],
    );
    const { page, watch } = await shop.sharedShopper();
    await setSessionCookie(page, createStaffCookie('Dora', 'admin.open', 'comments.read', 'comments.write'));
    for (const path of [productPath(slug), formPath(slug), adminCommentsPath, adminCommentPath(id)]) {
      await page.goto(path);
      await page.locator('.reviews details').evaluateAll((all) => {
        for (const box of all) box.setAttribute('open', '');
      });
      await checkScreens(page);
    }
    expect(watch.problems()).toEqual([]);
  });
});
