import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoContactForms } from '#demo/contact-forms.ts';
import { consentCookie } from '#features/consent/contract.ts';
import { contactFormSources, defineContactForms } from '#features/contact-forms/index.ts';
import type { Block } from '#features/content/blocks/block.ts';
import { contentBlocks } from '#features/content/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { shopConfig } from '#shop.config';
import { checkScreens } from '#tests/support/browser/office.ts';
import { checkAxe, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { listEveryBlock, text } from '#tests/support/every-block.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {
  choices: {
    provides: providePort(contactFormSources, [defineContactForms(demoContactForms)]),
    settings: { ...shopConfig.settings, content: { playsVideos: true } },
  },
});
let blocks: readonly Block[];

beforeAll(async () => {
  blocks = await listEveryBlock(open.app);
  await addBlocks(open.app.shop, 'every', blocks, { title: 'Every block' });
  await addBlocks(open.app.shop, 'words', [text('t', '<p>Words alone.</p>')], { title: 'Words' });
});

/** Scripts that belong to a block, by its type. */
const scripts = {
  'count-up': 'count-up.behaviour',
  illustration: 'illustration.behaviour',
  'photo-feed': 'feed.behaviour',
  'scroll-to': 'scroll-to.behaviour',
  slider: 'slider.behaviour',
  video: 'video.behaviour',
  wishlist: 'overview.behaviour',
};

const listScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  );

/** Scrolls to the end in steps, so that everything is seen. */
async function seeAll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 500) {
    await page.evaluate(
      (y) =>
        new Promise<void>((resolve) => {
          scrollTo({ top: y, behavior: 'instant' });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        }),
      top,
    );
  }
}

interface Shift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** What moved by itself. */
const listShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const { hadRecentInput, sources } of list.getEntries() as Shift[])
            if (!hadRecentInput)
              moved.push(
                ...sources.map(({ node }) =>
                  node instanceof Element
                    ? node.outerHTML.slice(0, 200)
                    : `${node?.nodeName} ${node?.parentElement?.className}`,
                ),
              );
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(moved)));
      }),
  );

const player = 'https://www.youtube.com/iframe_api';

describe('a page with every block', () => {
  it('has a block of each type', () => {
    const all = (list: readonly Block[]): string[] =>
      list.flatMap(({ type, children = [] }) => [type, ...all(children)]);
    // Parts of menus stand on no page. What was imported is text that another shop has made.
    const types = open.app.shop
      .implementations(contentBlocks)
      .flatMap(({ name, stands = 'page' }) => (stands === 'page' && name !== 'imported' ? name : []));
    expect(types.filter((type) => !all(blocks).includes(type))).toEqual([]);
  });

  it('[2.1/17] is accessible and fits each screen, moves nothing, and loads nothing from other sites', async () => {
    const { page, watch } = await open.shopper();
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.context().addCookies([{ name: consentCookie, value: 'videos_0', url: await findOrigin(page) }]);
    await page.goto('/pages/every');
    await seeAll(page);
    await page.locator('.photo-feed img').first().waitFor();
    await page.locator('[data-moving] svg').waitFor();
    expect(await listShifts(page)).toEqual([]);
    expect([...hosts]).toEqual([new URL(page.url()).host]);
    await checkScreens(page);
    expect(watch.problems()).toEqual([]);
  });

  it('works without script: numbers, pictures, slides and links are in the page', async () => {
    const { page } = await open.shopper({ hasScript: false });
    await page.goto('/pages/every');
    const main = page.locator('main');
    for (const words of ['12,500 pots', 'And words.', 'Watch on YouTube: A visit', 'Kiln Lane 1', 'Reused words.'])
      expect(await main.textContent()).toContain(words);
    expect(await page.locator('.slider__steps, .illustration__toggle').filter({ visible: true }).count()).toBe(0);
    await page.locator('.slider__track').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.slider__track').evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await checkAxe(page);
  });

  it('runs no script before the first paint, and each block’s script only where the block stands', async () => {
    const { page } = await open.shopper();
    await page.goto('/pages/every');
    await seeAll(page);
    await page.locator('[data-moving] svg').waitFor();
    for (const file of Object.values(scripts))
      await expect
        .poll(async () => (await listScripts(page)).some((path) => path.includes(`/${file}-`)), { message: file })
        .toBe(true);
    const { early, sources } = await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      const own = loaded.filter(({ name }) => name.includes('behaviour') || name.includes('lottie'));
      return {
        early: own.filter(({ startTime }) => startTime < (paint?.startTime ?? 0)).map(({ name }) => name),
        sources: [...document.scripts].filter(({ src }) => src !== '').map(({ type, async }) => `${type} ${async}`),
      };
    });
    expect(early).toEqual([]);
    // The only script that the page itself names waits until the page was read.
    expect(sources).toEqual(['module false']);
    for (const [type, file] of Object.entries(scripts)) {
      const block = blocks.findLast((each) => each.type === type);
      if (!block) throw new Error(`no block '${type}'`);
      await addBlocks(open.app.shop, `only-${type}`, [block]);
      await page.goto(`/pages/only-${type}`);
      await waitForHydration(page, 'main vt-behaviour');
      const loaded = (await listScripts(page)).join();
      for (const other of Object.values(scripts))
        expect([type, other, loaded.includes(`/${other}-`)]).toEqual([type, other, other === file]);
    }
  });

  it('adds nothing to the script of a page of text, which is that of a page without content', async () => {
    const loaded: (readonly [string, string])[][] = [];
    for (const path of ['/pages/words', '/nothing-here']) {
      const { page } = await open.shopper();
      await page.goto(path);
      await seeAll(page);
      await page.waitForLoadState('networkidle');
      const files = await page.evaluate(
        (paths) => Promise.all(paths.map(async (file) => [file, await (await fetch(file)).text()] as const)),
        (await listScripts(page)).toSorted(),
      );
      loaded.push(files);
    }
    const [ofText = [], ofNothing] = loaded;
    expect(ofText.length).toBeGreaterThan(0);
    expect(ofText).toEqual(ofNothing);
    // Nor has the script of every page anything for a block: what each of their scripts looks for.
    const marks = /lottie|data-count-up|data-feed|data-moving|data-wishlists|slider__|bullets|iframe_api/;
    for (const [file, script] of ofText) expect([file, marks.exec(script)?.[0]]).toEqual([file, undefined]);
  });
});

async function findOrigin(page: Page): Promise<string> {
  await page.goto('/healthz');
  return page.url();
}

describe('blocks that move', () => {
  it('[9.5/5] [9.5/6] count up in four seconds, once a tenth of the number is seen', async () => {
    const { page } = await open.shopper();
    await page.clock.install();
    const spacers = Array.from({ length: 12 }, (_, index) => text(`p${index}`, `<p>${'Words. '.repeat(80)}</p>`));
    const count = blocks.find(({ type }) => type === 'count-up');
    if (!count) throw new Error('no block');
    await addBlocks(open.app.shop, 'counts', [...spacers, count]);
    await page.setViewportSize({ width: 800, height: 600 });
    await page.goto('/pages/counts');
    const number = page.locator('[data-count-up]');
    const read = async () => Number((await number.textContent())?.replace(/\D/g, ''));
    expect(await read()).toBe(12_500);
    await page.clock.runFor(1000);
    // Within the distance at which scripts start, and less than a tenth of it in view.
    await page.evaluate(() => {
      const { top, height } = (document.querySelector('[data-count-up]') as HTMLElement).getBoundingClientRect();
      scrollBy({ top: top - innerHeight + height * 0.05, behavior: 'instant' });
    });
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return number.evaluate(
          (element) => (element.closest('vt-behaviour') as HTMLElement & { isHydrated?: boolean }).isHydrated,
        );
      })
      .toBe(true);
    await page.clock.runFor(500);
    expect(await read()).toBe(12_500);
    await number.scrollIntoViewIfNeeded();
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return (await read()) < 12_500;
      })
      .toBe(true);
    await page.clock.runFor(1900);
    const half = await read();
    expect(half).toBeGreaterThan(12_500 * 0.4);
    expect(half).toBeLessThan(12_500 * 0.6);
    await page.clock.runFor(2200);
    expect(await read()).toBe(12_500);
  });

  it('[2.1/17] keep still for who asked for less motion: no player of animations is loaded', async () => {
    const { page } = await open.shopper();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/pages/every');
    await seeAll(page);
    await waitForHydration(page, 'vt-behaviour[name="content/illustration"]');
    await waitForHydration(page, 'vt-behaviour[name="content/count-up"]');
    expect((await listScripts(page)).join()).not.toContain('lottie');
    expect(await page.locator('[data-count-up]').textContent()).toBe('12,500 pots');
    expect(await page.locator('[data-motion] svg').count()).toBe(0);
  });

  it('[2.1/17] can be paused', async () => {
    const { page } = await open.shopper();
    await page.goto('/pages/only-illustration');
    await page.locator('[data-moving] svg').waitFor();
    const button = page.getByRole('button', { name: 'Pause the animation' });
    await button.press('Enter');
    await page.getByRole('button', { name: 'Play the animation' }).waitFor();
    const shape = () => page.locator('[data-moving] svg').innerHTML();
    const still = await shape();
    await page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
    expect(await shape()).toBe(still);
  });

  it('[2.1/17] slide by buttons, which say where the end is', async () => {
    const { page } = await open.shopper();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/pages/only-slider');
    await waitForHydration(page, 'vt-behaviour[name="ui/slider"]');
    const [previous, next] = [
      page.getByRole('button', { name: 'Previous slides' }),
      page.getByRole('button', { name: 'Next slides' }),
    ];
    await expect.poll(() => previous.getAttribute('aria-disabled')).toBe('true');
    await next.press('Enter');
    await expect.poll(() => previous.getAttribute('aria-disabled')).toBe('false');
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
  });

  it('[2.1/17] leave the buttons of a slider in a slide to that slider', async () => {
    const slide = (id: string, children: readonly Block[]): Block => ({
      ...{ id, type: 'group', values: { title: '' }, children },
    });
    const inner: Block = {
      ...{ id: 'i', type: 'slider', values: { title: 'Inner', perView: '1' } },
      children: [slide('a', [text('ta', '<p>First.</p>')]), slide('b', [text('tb', '<p>Second.</p>')])],
    };
    const outer: Block = {
      ...{ id: 'o', type: 'slider', values: { title: 'Outer', perView: '1' } },
      children: [slide('s', [inner])],
    };
    await addBlocks(open.app.shop, 'nested-sliders', [outer]);
    const { page } = await open.shopper();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/pages/nested-sliders');
    await page.waitForFunction(() => document.querySelectorAll('vt-behaviour[name="ui/slider"]').length === 2);
    const track = page.getByRole('list', { name: 'Inner' });
    const next = page.getByRole('button', { name: 'Next slides' });
    await next.waitFor();
    await next.press('Enter');
    await expect.poll(() => track.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    // The outer one, which has nothing to scroll, does not hide them.
    expect(await next.isVisible()).toBe(true);
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
  });

  it('[2.1/17] [9.2/4] scroll to the place of a bullet, and mark it', async () => {
    const { page } = await open.shopper();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/pages/every');
    await waitForHydration(page, 'vt-behaviour[name="content/scroll-to"]');
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Goods' }).press('Enter');
    await expect.poll(() => page.locator('.bullets [aria-current]').textContent()).toBe('Goods');
    expect(new URL(page.url()).hash).toBe('#goods-2');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('goods-2');
  });

  it('[2.1/17] lead back to the top', async () => {
    const { page } = await open.shopper();
    await page.goto('/pages/every');
    await page.getByRole('link', { name: 'Back to top' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
});

describe('a video of a provider', () => {
  it('[7.2/13] is a link until the shopper allows videos; then the API of the provider plays it', async () => {
    const { page, context } = await open.shopper();
    let calls = 0;
    await page.route(player, (route) => {
      calls += 1;
      const body = `window.YT = { Player: function (frame) { frame.dataset.api = 'yes'; this.destroy = () => {}; } }; onYouTubeIframeAPIReady();`;
      return route.fulfill({ contentType: 'text/javascript', body });
    });
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>film</p>' }),
    );
    await page.route('https://www.youtube.com/watch**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>page</p>' }),
    );
    await context.addCookies([{ name: consentCookie, value: 'videos_0', url: await findOrigin(page) }]);
    await addBlocks(
      open.app.shop,
      'tube',
      blocks.filter(({ id }) => id === 'tube'),
    );
    await page.goto('/pages/tube');
    await waitForHydration(page, 'vt-behaviour[name="content/video"]');
    const link = page.getByRole('link', { name: 'Watch on YouTube: A visit' });
    await link.click();
    await page.waitForURL('https://www.youtube.com/watch?v=abcdefghijk');
    expect(calls).toBe(0);
    await page.goBack();
    await page.evaluate((name) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the banner's reply sets it
      document.cookie = `${name}=videos_1; path=/`;
    }, consentCookie);
    await page.reload();
    await waitForHydration(page, 'vt-behaviour[name="content/video"]');
    await link.click();
    const frame = page.locator('iframe.video__frame');
    await expect.poll(() => frame.getAttribute('data-api')).toBe('yes');
    expect(await frame.getAttribute('src')).toContain('https://www.youtube-nocookie.com/embed/abcdefghijk?');
    expect(calls).toBe(1);
  });
});

describe('the photo feed in a page', () => {
  it('[2.1/18] [7.2/9] [9.5/6] replaces its placeholder by the HTML of the server once a tenth of it is seen', async () => {
    const { page } = await open.shopper();
    const spacers = Array.from({ length: 12 }, (_, index) => text(`p${index}`, `<p>${'Words. '.repeat(80)}</p>`));
    await addBlocks(open.app.shop, 'feed-below', [...spacers, ...blocks.filter(({ type }) => type === 'photo-feed')]);
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('_load_instagram') && calls.push(request.url()));
    await page.goto('/pages/feed-below');
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual([]);
    const show = (share: number) =>
      page.locator('.photo-feed-place').evaluate((place, part) => {
        const { top, height } = place.getBoundingClientRect();
        scrollBy({ top: top - innerHeight + height * part, behavior: 'instant' });
        return new Promise<void>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        });
      }, share);
    await show(0.05);
    await waitForHydration(page, 'vt-behaviour[name="photo-feed/feed"]');
    await show(0.05);
    expect(calls).toEqual([]);
    await show(0.2);
    await page.locator('.photo-feed img').first().waitFor();
    expect(await page.locator('.photo-feed-place').count()).toBe(0);
    const { searchParams } = new URL(calls[0] ?? '');
    expect(JSON.parse(searchParams.get('data') ?? '')).toEqual({ count: 3, columns: 3 });
  });

  it('[8.2/1] [6/8] says that data are invalid to who has the admin bar alone', async () => {
    for (const hasBar of [false, true]) {
      const { page } = await open.shopper();
      await page.route('**/*_load_instagram*', (route) => route.fulfill({ json: { success: true, data: 7 } }));
      await page.addInitScript((isBar) => {
        if (!isBar) return;
        document.addEventListener('DOMContentLoaded', () => {
          const bar = document.createElement('nav');
          bar.className = 'admin-bar';
          document.body.append(bar);
        });
      }, hasBar);
      await page.goto('/pages/only-photo-feed');
      await expect.poll(() => page.locator('.photo-feed__empty').count()).toBe(0);
      expect(await page.locator('.photo-feed__error').allTextContents()).toEqual(hasBar ? ['Invalid data'] : []);
    }
  });
});

describe('the wishlist block', () => {
  it('names the shopper’s lists, which the page itself does not have', async () => {
    const { page } = await open.shopper();
    await addBlocks(
      open.app.shop,
      'own-lists',
      blocks.filter(({ type }) => type === 'wishlist'),
    );
    const goods = blocks.find(({ id }) => id === 'goods')?.values.products as readonly number[];
    await page.goto('/healthz');
    await page.request.post('/wishlist/add', { form: { add_to_wishlist: String(goods[0]) }, maxRedirects: 0 });
    await page.goto('/pages/own-lists');
    const lists = page.locator('[data-wishlists] a');
    await expect
      .poll(() => lists.allTextContents())
      .toEqual([expect.stringMatching(/wishlist/i), 'All of your wishlists']);
    expect(await lists.first().getAttribute('href')).toMatch(/^\/wishlist\/view\//);
    expect((await open.app.http.inject('/pages/own-lists')).body).not.toContain('/wishlist/view/');
  });
});
