import type { Page } from '@playwright/test';
import { afterEach, describe, expect, it } from 'vitest';
import { Island } from '#platform/islands/island.tsx';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';
import { Quantity, type QuantityProps } from './quantity.tsx';

const site = useTrialSite();
afterEach(() => site.reset());

const labels = { label: 'Quantity', less: 'Less', more: 'More' };

async function open(props: Partial<QuantityProps> = {}, options = {}) {
  site.page(
    '/',
    <form method="post" action="/cart">
      <Island
        of={Quantity}
        props={{ id: 'q', name: 'quantity', value: 1, labels, ...props }}
        when="media((max-width: 700px))"
      />
      <button type="submit">Send</button>
    </form>,
  );
  const shopper = await site.shopper(options);
  return { ...shopper, page: await shopper.open('/') };
}

async function hydrate(page: Page) {
  await page.setViewportSize({ width: 600, height: 600 });
  await page.getByRole('button', { name: 'More' }).waitFor();
}

const getValue = (page: Page) => page.getByLabel('Quantity').inputValue();

describe('the quantity field in a browser', () => {
  it('works in a form without script, and shows no buttons', async () => {
    site.answer('POST /cart', ({ body }) => ({ body: `<p>${body}</p>` }));
    const { page } = await open({}, { hasScript: false });
    expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0);
    await page.getByLabel('Quantity').fill('3');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('quantity=3').waitFor();
  });

  it('keeps what was typed before hydration, and causes no layout shift', async () => {
    const { page, complaints } = await open({ max: 9 });
    await page.getByLabel('Quantity').fill('4');
    const before = await page.getByLabel('Quantity').boundingBox();
    await hydrate(page);
    expect(await page.getByLabel('Quantity').boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'More' }).click();
    expect(await getValue(page)).toBe('5');
    expect(complaints).toEqual([]);
  });

  it('[5.2/5] stays within its limits by button, keyboard and typing', async () => {
    const { page } = await open({ min: 2, max: 4, value: 3 });
    await hydrate(page);
    const press = (name: string) => page.getByRole('button', { name }).click({ force: true });
    for (const name of ['More', 'More', 'More']) await press(name);
    expect(await getValue(page)).toBe('4');
    expect(await page.getByRole('button', { name: 'More' }).getAttribute('aria-disabled')).toBe('true');
    for (const name of ['Less', 'Less', 'Less']) await press(name);
    expect(await getValue(page)).toBe('2');
    for (const [typed, expected] of [
      ['99', '4'],
      ['0', '2'],
      ['', '3'],
    ] as const) {
      await page.getByLabel('Quantity').fill(typed);
      await page.keyboard.press('Tab');
      expect(await getValue(page)).toBe(expected);
    }
    await page.getByLabel('Quantity').focus();
    for (let count = 0; count < 3; count++) await page.keyboard.press('ArrowUp');
    expect(await getValue(page)).toBe('4');
  });

  it('fires input and change events, and announces each press to screen readers', async () => {
    const { page } = await open();
    await hydrate(page);
    await page.evaluate(() => {
      for (const type of ['input', 'change']) {
        document
          .querySelector('form')
          ?.addEventListener(type, (event) => window.said.push(`${type} ${(event.target as HTMLInputElement).value}`));
      }
    });
    await page.getByRole('button', { name: 'More' }).click();
    expect(await page.evaluate(() => window.said)).toEqual(['input 2', 'change 2']);
    expect(await page.locator('.quantity [role=status]').textContent()).toBe('2');
  });

  it('takes a new value and new limits from the server', async () => {
    const { page } = await open({ max: 9 });
    await hydrate(page);
    await page.getByRole('button', { name: 'More' }).click();
    const send = (props: Partial<QuantityProps>) =>
      page.evaluate(
        (next) => document.querySelector('vt-island')?.setAttribute('props', next),
        JSON.stringify({ id: 'q', name: 'quantity', value: 1, labels, ...props }),
      );
    await send({ value: 7, max: 9 });
    await expect.poll(() => getValue(page)).toBe('7');
    await send({ value: 7, max: 5 });
    await expect.poll(() => getValue(page)).toBe('5');
  });
});
