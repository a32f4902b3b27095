import type { Page } from '@playwright/test';
import { afterEach, describe, expect, it } from 'vitest';
import { Island } from '#platform/islands/island.tsx';
import { useTrialSite } from '#tests/trial-site.tsx';
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

async function wake(page: Page) {
  await page.setViewportSize({ width: 600, height: 600 });
  await page.getByRole('button', { name: 'More' }).waitFor();
}

const value = (page: Page) => page.getByLabel('Quantity').inputValue();

describe('the quantity field in a browser', () => {
  it('is sent by a form without script, and shows no buttons', async () => {
    site.answer('POST /cart', ({ body }) => ({ body: `<p>${body}</p>` }));
    const { page } = await open({}, { hasScript: false });
    expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0);
    await page.getByLabel('Quantity').fill('3');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('quantity=3').waitFor();
  });

  it('wakes with what was typed before, and nothing moves', async () => {
    const { page, complaints } = await open({ max: 9 });
    await page.getByLabel('Quantity').fill('4');
    const before = await page.getByLabel('Quantity').boundingBox();
    await wake(page);
    expect(await page.getByLabel('Quantity').boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'More' }).click();
    expect(await value(page)).toBe('5');
    expect(complaints).toEqual([]);
  });

  it('[5.2/5] stops at its limits, by button and by keyboard, whatever is typed', async () => {
    const { page } = await open({ min: 2, max: 4, value: 3 });
    await wake(page);
    const press = (name: string) => page.getByRole('button', { name }).click({ force: true });
    for (const name of ['More', 'More', 'More']) await press(name);
    expect(await value(page)).toBe('4');
    expect(await page.getByRole('button', { name: 'More' }).getAttribute('aria-disabled')).toBe('true');
    for (const name of ['Less', 'Less', 'Less']) await press(name);
    expect(await value(page)).toBe('2');
    for (const [typed, kept] of [
      ['99', '4'],
      ['0', '2'],
      ['', '3'],
    ] as const) {
      await page.getByLabel('Quantity').fill(typed);
      await page.keyboard.press('Tab');
      expect(await value(page)).toBe(kept);
    }
    await page.getByLabel('Quantity').focus();
    for (let time = 0; time < 3; time++) await page.keyboard.press('ArrowUp');
    expect(await value(page)).toBe('4');
  });

  it('tells forms and other scripts of each change, and screen readers of each press', async () => {
    const { page } = await open();
    await wake(page);
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

  it('takes the value and the limits that the server sends later', async () => {
    const { page } = await open({ max: 9 });
    await wake(page);
    await page.getByRole('button', { name: 'More' }).click();
    const send = (props: Partial<QuantityProps>) =>
      page.evaluate(
        (next) => document.querySelector('vt-island')?.setAttribute('props', next),
        JSON.stringify({ id: 'q', name: 'quantity', value: 1, labels, ...props }),
      );
    await send({ value: 7, max: 9 });
    await expect.poll(() => value(page)).toBe('7');
    await send({ value: 7, max: 5 });
    await expect.poll(() => value(page)).toBe('5');
  });
});
