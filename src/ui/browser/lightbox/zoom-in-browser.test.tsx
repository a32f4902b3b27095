import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { afterEach, describe, expect, it } from 'vitest';
import { useTrialSite } from '#tests/trial-site.tsx';
import { LightboxTemplate } from '#ui/lightbox.tsx';
import { Picture } from '#ui/picture.tsx';

const site = useTrialSite();
afterEach(() => site.reset());

const labels = {
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  photographs: 'Images',
  zoom: 'Zoom in',
  again: 'Retry',
  count: '{n} of {total}',
  imageFailed: 'The image #{n} could not be loaded.',
  videoFailed: 'The video could not be loaded.',
  zoomFailed: 'The image could not be loaded',
};
const style = readFileSync('src/ui/styles/lightbox.css', 'utf8');
const svg = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width * 1.25}"><rect width="100%" height="100%"/></svg>`;

const photograph = (name: string) => {
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

/** Opens the lightbox at the first of two photographs; those of 1600 pixels come as `large` says. */
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
    <main key="main">{['one', 'two'].map(photograph)}</main>,
    <LightboxTemplate key="template" labels={labels} />,
  ]);
  const shopper = await site.shopper();
  await shopper.context.clock.install();
  const page = await shopper.open('/');
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${text} .lightbox{opacity:1!important;transition:none!important}`);
    document.adoptedStyleSheets.push(sheet);
  }, style);
  await page.getByRole('link', { name: 'one' }).click();
  const image = page.getByRole('dialog').getByRole('img', { name: 'one' });
  await eventually(() => image.evaluate((element: HTMLImageElement) => element.currentSrc)).toContain('-480');
  return { ...shopper, page, image };
}

const eventually = <Value,>(read: () => Value) => expect.poll(read, { timeout: 15_000 });
const zoomButton = (page: Page) => page.getByRole('button', { name: 'Zoom in' });
const isPressed = (page: Page) => zoomButton(page).getAttribute('aria-pressed');
const boxOf = (page: Page) => page.locator('.lightbox__photograph').first();
const widthOf = async (page: Page) => (await boxOf(page).locator('img').boundingBox())?.width ?? 0;
const scrolled = (page: Page) => boxOf(page).evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);

describe('a closer look in the lightbox', () => {
  it('[2.3/1] a press enlarges the photograph, a mouse leads it, another press fits it in again', async () => {
    const { page, image, complaints } = await open('soon');
    const fitted = await widthOf(page);
    await image.click();
    expect(await isPressed(page)).toBe('true');
    await eventually(() => widthOf(page)).toBeGreaterThanOrEqual(2 * fitted);
    await eventually(() => image.evaluate((element: HTMLImageElement) => element.currentSrc)).toContain('-1600');
    const area = await boxOf(page).boundingBox();
    if (!area) throw new Error('the photograph is not in view');
    await page.mouse.move(area.x + 2, area.y + 2);
    await eventually(() => scrolled(page).then(([, top]) => top)).toBeLessThan(20);
    await page.mouse.move(area.x + 2, area.y + area.height - 2);
    await eventually(() => scrolled(page).then(([, top]) => top)).toBeGreaterThan(fitted);
    // Two pixels from the edge a press may miss the photograph, so it is pressed in the middle.
    await boxOf(page).click();
    await eventually(() => widthOf(page)).toBe(fitted);
    expect(await isPressed(page)).toBe('false');
    expect(complaints).toEqual([]);
  });

  it('[2.3/1] keys enlarge it, move it and fit it in; arrows step on then', async () => {
    const { page } = await open('soon');
    await zoomButton(page).focus();
    await page.keyboard.press('Enter');
    expect(await isPressed(page)).toBe('true');
    const [, before = 0] = await scrolled(page);
    await page.keyboard.press('ArrowDown');
    await eventually(() => scrolled(page).then(([, top]) => top)).toBeGreaterThan(before);
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
    it(`[8.2/4] [9.6/5] after 2.5 s it says that the large picture ${large === 'never' ? 'did not come' : 'failed'}, and keeps the one there is`, async () => {
      const { page, image } = await open(large);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
      await zoomButton(page).click();
      await page.clock.runFor(2_499);
      const alert = page.getByRole('alert');
      expect(await alert.count()).toBe(0);
      await page.clock.runFor(1);
      expect(await alert.textContent()).toBe('The image could not be loaded');
      const seen = await image.evaluate(({ currentSrc, naturalWidth }: HTMLImageElement) => [
        currentSrc,
        naturalWidth > 0,
      ]);
      expect(seen).toEqual([expect.stringContaining('one-480'), true]);
      await page.keyboard.press('0');
      expect(await alert.count()).toBe(0);
    });
  }
});
