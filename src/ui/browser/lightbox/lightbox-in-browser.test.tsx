import type { Page } from '@playwright/test';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';
import { LightboxTemplate } from '#ui/lightbox.tsx';

const site = useTrialSite();
afterEach(() => site.reset());

const labels = {
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  images: 'Images',
  zoom: 'Zoom in',
  retry: 'Retry',
  count: '{n} of {total}',
  imageFailed: 'The image #{n} could not be loaded.',
  videoFailed: 'The video could not be loaded.',
  zoomFailed: 'The image could not be loaded',
  invalidEmail: 'Invalid email address',
  invalidUrl: 'Invalid URL',
};

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="50"><rect width="40" height="50"/></svg>';

async function open(body: ReactNode, { stopsClock = false } = {}) {
  for (const name of ['one', 'two', 'three']) {
    site.answer(`GET /${name}.svg`, () => ({ headers: { 'content-type': 'image/svg+xml' }, body: svg }));
  }
  site.page('/', [
    <main key="main" style={{ height: 3_000 }}>
      {body}
    </main>,
    <LightboxTemplate key="template" labels={labels} />,
  ]);
  const shopper = await site.shopper();
  if (stopsClock) await shopper.context.clock.install();
  return { ...shopper, page: await shopper.open('/') };
}

const imageLink = (name: string, group?: string) => (
  <a href={`/${name}.svg`} data-lightbox="image" data-group={group} key={name}>
    {name}
  </a>
);

const gallery = ['one', 'two', 'three'].map((name) => imageLink(name, 'bowl'));
const dialog = (page: Page) => page.getByRole('dialog');
const count = (page: Page) => page.locator('.lightbox__count').textContent();
const eventually = <Value,>(read: () => Value) => expect.poll(read);

it('[8.2/6] says by default of a field in a dialog what is no email address and no URL, until it is changed', async () => {
  const { page, complaints } = await open([
    <a key="a" href="#ask" data-lightbox="inline">
      Ask
    </a>,
    <form key="form" id="ask">
      <input type="email" aria-label="Email" />
      <input type="url" aria-label="Site" />
      <button type="submit">Send</button>
    </form>,
  ]);
  await page.getByRole('link', { name: 'Ask' }).click();
  for (const [label, wrong, right, text] of [
    ['Email', 'ada', 'ada@example.com', 'Invalid email address'],
    ['Site', 'kiln', 'https://kiln.example', 'Invalid URL'],
  ] as const) {
    const field = dialog(page).getByLabel(label);
    const read = () => field.evaluate((input: HTMLInputElement) => input.validationMessage);
    await field.fill(wrong);
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await eventually(read).toBe(text);
    await field.fill(right);
    expect(await read()).toBe('');
  }
  expect(complaints).toEqual([]);
});

describe('an image lightbox', () => {
  it('[2.1/12] shows all images of a group; button, key and swipe step through them', async () => {
    const { page, complaints } = await open([...gallery, imageLink('one', 'mug')]);
    // The end of a smooth scroll would come between two keys on a slow machine.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Without the shop's style sheet the strip has no width.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '.lightbox__strip{display:grid;grid-auto-flow:column;grid-auto-columns:100%;overflow:auto;width:300px;padding:0;scroll-snap-type:x mandatory}.lightbox__slide{scroll-snap-align:center}',
      );
      document.adoptedStyleSheets.push(sheet);
    });
    await page.getByRole('link', { name: 'two' }).click();
    await eventually(() => count(page)).toBe('2 of 3');
    expect(await dialog(page).locator('li').count()).toBe(3);
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await count(page)).toBe('3 of 3');
    expect(await page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('ArrowRight');
    expect(await count(page)).toBe('3 of 3');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await count(page)).toBe('1 of 3');
    await eventually(() => page.locator('.lightbox__strip').evaluate((strip) => strip.scrollLeft)).toBe(0);
    await page.locator('.lightbox__strip').evaluate((strip) => strip.scrollTo({ left: strip.clientWidth }));
    await eventually(() => count(page)).toBe('2 of 3');
    expect(complaints).toEqual([]);
  });

  it('[2.1/13] shows a single image without step buttons', async () => {
    const { page, complaints } = await open([imageLink('one'), ...gallery.slice(1)]);
    await page.getByRole('link', { name: 'one' }).click();
    await dialog(page).getByRole('img', { name: 'one' }).waitFor();
    expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('[8.2/3] names the image that failed to load, and retries', async () => {
    const { page } = await open([...gallery, imageLink('four', 'bowl')]);
    await page.getByRole('link', { name: 'four' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The image #4 could not be loaded.').waitFor();
    site.answer('GET /four.svg', () => ({ headers: { 'content-type': 'image/svg+xml' }, body: svg }));
    await alert.getByRole('button', { name: 'Retry' }).click();
    await dialog(page).getByRole('img', { name: 'four' }).waitFor();
    expect(await alert.count()).toBe(0);
  });
});

describe('other lightboxes', () => {
  it('[2.1/14] play a video, and show a message when it can not be played', async () => {
    const { page } = await open(
      <a href="/film.mp4" data-lightbox="video">
        How it is thrown
      </a>,
    );
    await page.getByRole('link').click();
    await page.getByRole('dialog', { name: 'How it is thrown' }).waitFor();
    await page.getByRole('alert').getByText('The video could not be loaded.').waitFor();
  });

  it('[2.1/15] show an element of the page by its id, and put it back with its state', async () => {
    const { page, complaints } = await open([
      <a key="a" href="#sizes" data-lightbox="inline">
        Sizes
      </a>,
      <section key="b">
        <div id="sizes">
          <label>
            Width <input />
          </label>
        </div>
      </section>,
    ]);
    await page.getByRole('link').click();
    await dialog(page).getByLabel('Width').fill('12');
    await page.keyboard.press('Escape');
    await eventually(() => page.locator('section > #sizes').count()).toBe(1);
    expect(await page.getByLabel('Width').inputValue()).toBe('12');
    expect(complaints).toEqual([]);
  });

  it('[2.1/16] open a panel by a target such as #product-sidebar', async () => {
    const { page } = await open([
      <button key="a" type="button" data-lightbox="panel" data-target="#product-sidebar" data-side="left">
        Filter
      </button>,
      <aside key="b" id="product-sidebar">
        by glaze
      </aside>,
    ]);
    await page.getByRole('button', { name: 'Filter' }).click();
    const panel = page.getByRole('dialog', { name: 'Filter' });
    await panel.getByText('by glaze').waitFor();
    expect(await panel.getAttribute('data-side')).toBe('left');
    expect(await panel.getAttribute('class')).toContain('lightbox--panel');
    await page.getByRole('button', { name: 'Close' }).click();
    await eventually(() => page.locator('main > #product-sidebar').count()).toBe(1);
  });

  it('[9.5/3] are removed from the page 300 ms after closing', async () => {
    const { page } = await open(imageLink('one'), { stopsClock: true });
    await page.getByRole('link', { name: 'one' }).click();
    await dialog(page).waitFor();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    // The 300 ms start with the `close` event, which fires in a later task.
    await page.evaluate(() => document.addEventListener('vt:lightbox-closed', () => window.said.push('closed')));
    await page.keyboard.press('Escape');
    await eventually(() => page.evaluate(() => window.said)).toContain('closed');
    await page.clock.runFor(299);
    expect(await page.locator('dialog').count()).toBe(1);
    await page.clock.runFor(1);
    expect(await page.locator('dialog').count()).toBe(0);
  });

  it('keep the focus inside, and return it', async () => {
    const { page } = await open(gallery);
    await page.getByRole('link', { name: 'two' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    for (let time = 0; time < 8; time++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(
        /DIALOG|BODY/,
      );
      expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(false);
    }
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('two');
  });

  it('open again while still fading out', async () => {
    const { page, complaints } = await open([
      <a key="a" href="#sizes" data-lightbox="inline">
        Sizes
      </a>,
      <div key="b" id="sizes">
        12 cm
      </div>,
    ]);
    for (let time = 0; time < 3; time++) {
      await page.getByRole('link').click();
      await dialog(page).getByText('12 cm').waitFor();
      await page.keyboard.press('Escape');
    }
    await eventually(() => page.locator('main > #sizes').count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});
