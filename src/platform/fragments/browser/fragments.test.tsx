import type { Page } from '@playwright/test';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '#platform/http/log.ts';
import { Island } from '#platform/islands/island.tsx';
import { createGuest } from '#platform/sessions/actor.ts';
import { Counter } from '#tests/support/browser/trial/islands/counter.tsx';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';
import { createFragments, defineFragment, Fragment, renderFragments } from '../fragments.tsx';

const site = useTrialSite();
afterEach(() => site.reset());

const eventually = <Value,>(read: () => Value) => expect.poll(read);
const said = (page: Page) => page.evaluate(() => window.said);

/** A reply's HTML for the block, made as the server makes it. */
async function reply(content: ReactNode, key = 'block'): Promise<Record<string, string>> {
  const definition = defineFragment({ key: 'block', options: z.unknown(), render: async () => content });
  return renderFragments({ fragments: createFragments([definition]), log: createLog('silent') }, createGuest(null), {
    [key]: {},
  });
}

async function open(content: ReactNode) {
  site.page('/', <Fragment of="block">{content}</Fragment>);
  const shopper = await site.shopper();
  const page = await shopper.open('/');
  await page.evaluate(() => window.trial.collectFragments());
  const apply = async (next: ReactNode) =>
    page.evaluate((fragments) => window.trial.applyFragments(fragments), await reply(next));
  return { ...shopper, page, apply };
}

const fields = (values: { text?: string; other?: string; ticked?: boolean; size?: string; note?: string }) => (
  <form>
    <input aria-label="text" defaultValue={values.text ?? 'old'} />
    <input aria-label="other" defaultValue={values.other ?? 'old'} />
    <input aria-label="tick" type="checkbox" defaultChecked={values.ticked ?? false} />
    <select aria-label="size" defaultValue={values.size ?? 's'}>
      <option>s</option>
      <option>m</option>
      <option>l</option>
    </select>
    <textarea aria-label="note" defaultValue={values.note ?? 'old'} />
    <p>{JSON.stringify(values)}</p>
  </form>
);

const caret = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement;
    return [field.getAttribute('aria-label'), field.value, field.selectionStart, field.selectionEnd];
  });

describe('an updated fragment', () => {
  it('keeps focus, caret, scroll and typed text', async () => {
    const space = <div key="s" style={{ height: 2_000 }} />;
    const { page, apply, complaints } = await open([space, <div key="f">{fields({})}</div>]);
    await page.getByLabel('text').fill('being typed');
    await page.getByLabel('text').evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 5));
    const scroll = await page.evaluate(() => scrollY);
    expect(scroll).toBeGreaterThan(0);
    await apply([space, <div key="f">{fields({ text: 'from the server' })}</div>]);
    expect(await page.locator('form p').textContent()).toContain('from the server');
    expect(await caret(page)).toEqual(['text', 'being typed', 2, 5]);
    expect(await page.evaluate(() => scrollY)).toBe(scroll);
    expect(complaints).toEqual([]);
  });

  it('keeps changed fields unless the server sends a new value', async () => {
    const { page, apply } = await open(fields({}));
    await page.getByLabel('text').fill('mine');
    await page.getByLabel('other').fill('mine');
    await page.getByLabel('tick').check();
    await page.getByLabel('size').selectOption('l');
    await page.getByLabel('note').fill('mine');
    await page.getByLabel('note').blur();
    await apply(fields({ other: 'new' }));
    const value = (label: string) => page.getByLabel(label).inputValue();
    expect([await value('text'), await value('size'), await value('note')]).toEqual(['mine', 'l', 'mine']);
    expect(await page.getByLabel('tick').isChecked()).toBe(true);
    expect(await value('other')).toBe('new');
    await apply(fields({ other: 'new', text: 'new', ticked: true, size: 'm', note: 'new' }));
    expect([await value('text'), await value('size'), await value('note')]).toEqual(['new', 'm', 'new']);
  });

  it('keeps opened details open', async () => {
    const details = (text: string) => (
      <details>
        <summary>more</summary>
        <p>{text}</p>
      </details>
    );
    const { page, apply } = await open(details('old'));
    await page.getByText('more').click();
    await apply(details('new'));
    expect(await page.getByText('new').isVisible()).toBe(true);
  });

  it('gives an island new props and keeps its state, caret and ids', async () => {
    const content = (label: string) => [
      <h2 key="h">{label}</h2>,
      <Island key="i" of={Counter} props={{ label }} when="load" />,
    ];
    const { page, apply, complaints } = await open(content('Old'));
    await eventually(() => said(page)).toContain('counter mounted');
    await page.getByRole('button').click();
    await page.getByText('pressed 1').waitFor();
    await page.getByLabel('Old').fill('typed');
    await page.getByLabel('Old').evaluate((field: HTMLInputElement) => field.setSelectionRange(1, 3));
    await apply(content('New'));
    await page.getByLabel('New').waitFor();
    await page.getByText('pressed 1').waitFor();
    expect((await caret(page)).slice(1)).toEqual(['typed', 1, 3]);
    expect((await said(page)).filter((word) => word.includes('mount'))).toEqual(['counter mounted']);
    expect(complaints).toEqual([]);
  });

  it('keeps text typed into an island that has not hydrated', async () => {
    const content = (label: string) => <Island of={Counter} props={{ label }} when="media((max-width: 500px))" />;
    const { page, apply, complaints } = await open(content('Old'));
    await page.getByLabel('Old').fill('typed');
    await apply(content('New'));
    expect((await caret(page))[1]).toBe('typed');
    expect(await page.getByLabel('New').inputValue()).toBe('typed');
    await page.setViewportSize({ width: 400, height: 600 });
    await eventually(() => said(page)).toContain('counter mounted');
    expect(await page.getByLabel('New').inputValue()).toBe('typed');
    expect(complaints).toEqual([]);
  });

  it('hydrates new islands beside existing ones, with unique ids', async () => {
    const list = (names: string[]) => (
      <ul>
        {names.map((name) => (
          <li key={name} id={`row-${name}`}>
            <Island of={Counter} props={{ label: name }} when="load" />
          </li>
        ))}
      </ul>
    );
    const { page, apply, complaints } = await open(list(['a', 'b']));
    await eventually(() => said(page)).toHaveLength(2);
    await page.locator('#row-b').getByRole('button').click();
    await apply(list(['b', 'c', 'd']));
    await eventually(async () => (await said(page)).filter((word) => word === 'counter mounted').length).toBe(4);
    expect(await said(page)).toContain('counter unmounted');
    expect(await page.locator('#row-b').getByText('pressed 1').count()).toBe(1);
    await page.locator('#row-d').getByRole('button').click();
    await page.locator('#row-d').getByText('pressed 1').waitFor();
    const ids = await page.evaluate(() => [...document.querySelectorAll('input')].map(({ id }) => id));
    expect(new Set(ids).size).toBe(3);
    expect(complaints).toEqual([]);
  });

  it('replaces an island with another', async () => {
    const quiet = Object.assign(() => <p>asleep</p>, { islandName: 'trial/photograph' });
    const { page, apply } = await open(<Island of={Counter} props={{ label: 'x' }} when="load" />);
    await eventually(() => said(page)).toEqual(['counter mounted']);
    await apply(<Island of={quiet} props={{}} when="media((max-width: 100px))" />);
    await page.getByText('asleep').waitFor();
    expect(await said(page)).toEqual(['counter mounted', 'counter unmounted']);
  });

  it('announces a change once, and dispatches the changed keys', async () => {
    const { page, apply } = await open(<p data-announce="">1 piece</p>);
    await page.evaluate(() =>
      document.addEventListener('vt:fragments-changed', (event) =>
        window.said.push((event as CustomEvent).detail.keys.join()),
      ),
    );
    await apply(<p data-announce="">2 pieces</p>);
    await apply(<p data-announce="">2 pieces</p>);
    expect(await page.getByRole('status').innerText()).toBe('2 pieces');
    expect(await said(page)).toEqual(['block', 'block']);
  });

  it('moves the focus when the focused element was removed', async () => {
    const rows = (names: string[]) =>
      names.map((name) => (
        <button type="button" key={name} id={name}>
          {name}
        </button>
      ));
    const { page, apply } = await open(<div>{rows(['one', 'two'])}</div>);
    await page.getByRole('button', { name: 'one' }).focus();
    await apply(<div>{rows(['two'])}</div>);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('two');
  });
});

describe('fragments of one key', () => {
  it('are all updated by a plain key, and one by its instance', async () => {
    site.page('/', [
      <Fragment key="a" of="block" options={{ size: 1 }}>
        <p>old</p>
      </Fragment>,
      <Fragment key="b" of="block" id="drawer" className="drawer">
        <p>old</p>
      </Fragment>,
      <Fragment key="c" of="other">
        <p>old</p>
      </Fragment>,
    ]);
    const { open } = await site.shopper();
    const page = await open('/');
    const words = () => page.locator('[data-fragment] p').allTextContents();
    expect(await page.evaluate(() => window.trial.collectFragments())).toEqual({
      block: { size: 1 },
      'block:drawer': {},
      other: {},
    });
    expect(await page.evaluate(() => window.trial.collectFragments(['block']))).toEqual({
      block: { size: 1 },
      'block:drawer': {},
    });
    await page.evaluate((html) => window.trial.applyFragments(html), await reply(<p>new</p>));
    expect(await words()).toEqual(['new', 'new', 'old']);
    await page.evaluate((html) => window.trial.applyFragments(html), await reply(<p>drawn</p>, 'block:drawer'));
    expect(await words()).toEqual(['new', 'drawn', 'old']);
  });
});
