import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { afterEach, describe, expect, it } from 'vitest';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';
import { LightboxTemplate } from '#ui/lightbox.tsx';
import { Picture } from '#ui/picture.tsx';

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
const styleSheet = readFileSync('src/ui/styles/lightbox.css', 'utf8');
const svg = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width * 1.25}"><rect width="100%" height="100%"/></svg>`;

const imageLink = (name: string) => {
  const srcset = `/${name}-480.svg 480w, /${name}-1600.svg 1600w`;
  return (
    <a href={`/${name}-1600.svg`} data-lightbox="image" data-group="bowl" key={name}>
      <Picture
        picture={{ width: 1600, height: 2000, color: '#999', alt: name, sources: [], src: `/${name}-480.svg`, srcset }}
        sizes="300px"
      />
    </a>
  );
};

/** Opens the lightbox at the first of two images. @param large reply to images of 1600 px */
async function open(large: 'soon' | 'never' | 'fails') {
  for (const name of ['one', 'two']) {
    const answer = (width: number) => ({ headers: { 'content-type': 'image/svg+xml' }, body: svg(width) });
    site.answer(`GET /${name}-480.svg`, () => answer(480));
    site.answer(`GET /${name}-1600.svg`, () => {
      if (large === 'soon') return answer(1600);
      return large === 'fails' ? { status: 404 } : new Promise(() => {});
    });
  }
  site.page('/', [
    <main key="main">{['one', 'two'].map(imageLink)}</main>,
    <LightboxTemplate key="template" labels={labels} />,
  ]);
  const shopper = await site.shopper();
  await shopper.context.clock.install();
  const page = await shopper.open('/');
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${text} .lightbox{opacity:1!important;transition:none!important}`);
    document.adoptedStyleSheets.push(sheet);
  }, styleSheet);
  await page.getByRole('link', { name: 'one' }).click();
  const image = page.getByRole('dialog').getByRole('img', { name: 'one' });
  await eventually(() => image.evaluate((element: HTMLImageElement) => element.currentSrc)).toContain('-480');
  return { ...shopper, page, image };
}

const eventually = <Value,>(read: () => Value) => expect.poll(read);
const zoomButton = (page: Page) => page.getByRole('button', { name: 'Zoom in' });
const isPressed = (page: Page) => zoomButton(page).getAttribute('aria-pressed');
const getBox = (page: Page) => page.locator('.lightbox__photograph').first();
const getWidth = async (page: Page) => (await getBox(page).locator('img').boundingBox())?.width ?? 0;
const getScroll = (page: Page) => getBox(page).evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);

describe('zoom in the lightbox', () => {
  it('[2.3/1] a click zooms in, the mouse moves the image, another click zooms out', async () => {
    const { page, image, complaints } = await open('soon');
    const fitted = await getWidth(page);
    await image.click();
    expect(await isPressed(page)).toBe('true');
    await eventually(() => getWidth(page)).toBeGreaterThanOrEqual(2 * fitted);
    await eventually(() => image.evaluate((element: HTMLImageElement) => element.currentSrc)).toContain('-1600');
    const area = await getBox(page).boundingBox();
    if (!area) throw new Error('the image is not in view');
    await page.mouse.move(area.x + 2, area.y + 2);
    await eventually(() => getScroll(page).then(([, top]) => top)).toBeLessThan(20);
    await page.mouse.move(area.x + 2, area.y + area.height - 2);
    await eventually(() => getScroll(page).then(([, top]) => top)).toBeGreaterThan(fitted);
    // Two pixels from the edge a click may miss the image, so click its middle.
    await getBox(page).click();
    await eventually(() => getWidth(page)).toBe(fitted);
    expect(await isPressed(page)).toBe('false');
    expect(complaints).toEqual([]);
  });

  it('[2.3/1] keys zoom in, move the image and zoom out; arrows then step to the next image', async () => {
    const { page } = await open('soon');
    await zoomButton(page).focus();
    await page.keyboard.press('Enter');
    expect(await isPressed(page)).toBe('true');
    const [, before = 0] = await getScroll(page);
    await page.keyboard.press('ArrowDown');
    await eventually(() => getScroll(page).then(([, top]) => top)).toBeGreaterThan(before);
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.lightbox__count').textContent()).toBe('1 of 2');
    await page.keyboard.press('0');
    expect(await isPressed(page)).toBe('false');
    await page.keyboard.press('+');
    expect(await isPressed(page)).toBe('true');
    await page.keyboard.press('-');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.lightbox__count').textContent()).toBe('2 of 2');
  });

  for (const large of ['never', 'fails'] as const) {
    it(`[8.2/4] [9.6/5] shows a message 2.5 s after a large image ${large === 'never' ? 'was requested without reply' : 'failed'}, and keeps the small one`, async () => {
      const { page, image } = await open(large);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
      await zoomButton(page).click();
      await page.clock.runFor(2_499);
      const alert = page.getByRole('alert');
      expect(await alert.count()).toBe(0);
      await page.clock.runFor(1);
      expect(await alert.textContent()).toBe('The image could not be loaded');
      const shown = await image.evaluate(({ currentSrc, naturalWidth }: HTMLImageElement) => [
        currentSrc,
        naturalWidth > 0,
      ]);
      expect(shown).toEqual([expect.stringContaining('one-480'), true]);
      await page.keyboard.press('0');
      expect(await alert.count()).toBe(0);
    });
  }
});
