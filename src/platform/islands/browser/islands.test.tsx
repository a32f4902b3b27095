import type { Page } from '@playwright/test';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Choices } from '#tests/support/browser/trial/islands/choices.tsx';
import { Counter } from '#tests/support/browser/trial/islands/counter.tsx';
import { Faulty } from '#tests/support/browser/trial/islands/faulty.tsx';
import { Photograph } from '#tests/support/browser/trial/islands/photograph.tsx';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';
import { Quantity } from '#ui/islands/quantity.tsx';
import type { HydrationTrigger } from '../island.shared.ts';
import { Behaviour, Island } from '../island.tsx';

const site = useTrialSite();
afterEach(() => site.reset());

const counter = (when: HydrationTrigger, label = 'Count') => <Island of={Counter} props={{ label }} when={when} />;

async function open(body: ReactNode) {
  site.page('/', body);
  const shopper = await site.shopper();
  return { ...shopper, page: await shopper.open('/') };
}

/** With a long timeout, for a busy machine. */
const eventually = <Value,>(read: () => Value) => expect.poll(read);

const said = (page: Page) => page.evaluate(() => window.said);
const mounted = (page: Page) => eventually(() => said(page)).toContain('counter mounted');
const requests = (page: Page, part: string) =>
  page.evaluate(
    (name) => performance.getEntriesByType('resource').filter((entry) => entry.name.includes(name)).length,
    part,
  );

/** Waits for frames, idle time and tasks: enough for a wrong hydration to show. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
    await new Promise((resolve) => setTimeout(resolve));
  });

/** Opens a page whose island hydrates once it is released. */
async function openChoices() {
  site.page('/', <Island of={Choices} props={{}} when="load" />);
  const { context, complaints, open } = await site.shopper();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await context.route('**/assets/choices.js*', (route) => held.then(() => route.fallback()));
  return { page: await open('/'), complaints, release };
}

describe('an island hydrates', () => {
  it('on load and when the browser is idle, with unique ids', async () => {
    const { page, complaints } = await open(
      <main>
        {counter('load', 'First')}
        {counter('idle', 'Second')}
        <Island of={Photograph} props={{ src: '/favicon.ico' }} when="load" />
      </main>,
    );
    await eventually(() => said(page)).toEqual(['counter mounted', 'counter mounted']);
    await page.getByRole('button').nth(1).click();
    await page.getByText('pressed 1').waitFor();
    await page.getByLabel('Second').fill('typed');
    expect(await page.getByLabel('First').inputValue()).toBe('');
    expect(complaints).toEqual([]);
  });

  it('when it becomes visible, and loads React only then', async () => {
    const { page, complaints } = await open([
      <div key="space" style={{ height: 3_000 }} />,
      <div key="island">{counter('visible')}</div>,
    ]);
    await settle(page);
    expect(await requests(page, '/react')).toBe(0);
    await page.getByRole('button').scrollIntoViewIfNeeded();
    await mounted(page);
    expect(complaints).toEqual([]);
  });

  it('when a media query matches', async () => {
    const { page } = await open(counter('media((max-width: 500px))'));
    await settle(page);
    expect(await said(page)).toEqual([]);
    await page.setViewportSize({ width: 400, height: 600 });
    await mounted(page);
  });

  it('after a delay, and not before', async () => {
    site.page('/', counter('after(60000)'));
    const { context, open } = await site.shopper();
    await context.clock.install({ time: 0 });
    const page = await open('/');
    await page.clock.pauseAt(10_000);
    await page.clock.runFor(49_000);
    expect(await said(page)).toEqual([]);
    await page.clock.runFor(12_000);
    await page.clock.resume();
    await mounted(page);
  });

  it('on interaction, and keeps the first press and the focus', async () => {
    const { page, complaints } = await open(counter('interaction'));
    await settle(page);
    expect(await said(page)).toEqual([]);
    await page.getByRole('button').click();
    await page.getByText('pressed 1').waitFor();
    expect(await said(page)).toEqual(['counter mounted', 'counter focused']);
    await page.getByRole('button').click();
    await page.getByText('pressed 2').waitFor();
    expect(complaints).toEqual([]);
  });

  it('when a key moves the focus into it, and keeps the focus', async () => {
    const { page } = await open(counter('interaction'));
    await page.keyboard.press('Tab');
    await page.keyboard.type('typed');
    await eventually(() => said(page)).toContain('counter focused');
    expect(await page.getByLabel('Count').inputValue()).toBe('typed');
    expect(await page.getByLabel('Count').evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('and keeps earlier input and the caret, also when it renders again at once', async () => {
    const { page, complaints, release } = await openChoices();
    await page.getByLabel('chalk').check();
    await page.getByLabel('gift').uncheck();
    await page.getByLabel('size').selectOption('large');
    await page.getByLabel('note').fill('for Ada');
    await page.getByLabel('initials').pressSequentially('AL');
    await page.keyboard.press('ArrowLeft');
    const known = page.locator('output');
    expect(JSON.parse(await known.innerText())).toMatchObject({ glaze: 'ink', gift: true });
    release();
    await eventually(async () => JSON.parse(await known.innerText())).toEqual({
      glaze: 'chalk',
      gift: false,
      size: 'large',
      initials: 'AL',
      note: 'for Ada',
    });
    await page.keyboard.type('.');
    expect(await page.getByLabel('initials').inputValue()).toBe('A.L');
    expect(await page.getByLabel('chalk').isChecked()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('when a script inserts its HTML later', async () => {
    const { page, complaints } = await open(<main />);
    site.page('/piece', <section>{counter('load')}</section>);
    await page.evaluate(async () => {
      const text = await (await fetch('/piece')).text();
      const section = new DOMParser().parseFromString(text, 'text/html').querySelector('section');
      document.querySelector('main')?.replaceChildren(section ?? '');
    });
    await mounted(page);
    await page.getByRole('button').click();
    await page.getByText('pressed 1').waitFor();
    expect(complaints).toEqual([]);
  });

  it('with one download of React for all islands', async () => {
    const { page } = await open([
      <Island key="a" of={Quantity} props={{ id: 'q', name: 'q', value: 1, labels }} when="load" />,
      <div key="b">{counter('load')}</div>,
    ]);
    await mounted(page);
    await page.getByRole('button', { name: 'More' }).waitFor();
    expect(await requests(page, '/react')).toBe(1);
  });
});

const labels = { label: 'Quantity', less: 'Less', more: 'More' };

describe('an island that is removed', () => {
  it('unmounts, and hydrates again when it is inserted again', async () => {
    const { page } = await open(<main>{counter('load')}</main>);
    await mounted(page);
    await page.evaluate(async () => {
      const island = document.querySelector('vt-island');
      island?.remove();
      await Promise.resolve();
      window.said.push('removed');
      if (island) document.querySelector('main')?.append(island);
    });
    await eventually(() => said(page)).toEqual(['counter mounted', 'counter unmounted', 'removed', 'counter mounted']);
    await page.getByRole('button').click();
    await page.getByText('pressed 1').waitFor();
  });

  it('never hydrates when it is removed before its trigger', async () => {
    const { page } = await open(<main>{counter('interaction')}</main>);
    await page.evaluate(async () => {
      const island = document.querySelector('vt-island');
      island?.dispatchEvent(new Event('pointerover'));
      island?.remove();
    });
    await eventually(() => requests(page, '/browser')).toBe(1);
    await settle(page);
    expect(await said(page)).toEqual([]);
  });

  it.each(['append', 'moveBefore'] as const)('keeps its state when it is only moved (%s)', async (way) => {
    const { page } = await open([<main key="a">{counter('load')}</main>, <aside key="b" />]);
    await mounted(page);
    await page.getByRole('button').click();
    await page.getByText('pressed 1').waitFor();
    await page.evaluate((method) => {
      const island = document.querySelector('vt-island') as Element;
      const aside = document.querySelector('aside') as Element & { moveBefore(node: Node, before: null): void };
      if (method === 'append') aside.append(island);
      else aside.moveBefore(island, null);
    }, way);
    await settle(page);
    await page.locator('aside').getByRole('button').click();
    await page.getByText('pressed 2').waitFor();
    expect((await said(page)).filter((word) => word.includes('mount'))).toEqual(['counter mounted']);
  });

  it('gets new props without being mounted again when its attribute changes', async () => {
    const { page } = await open(counter('load'));
    await mounted(page);
    await page.getByRole('button').click();
    await page.evaluate(() => document.querySelector('vt-island')?.setAttribute('props', '{"label":"Sum"}'));
    await page.getByLabel('Sum').waitFor();
    await page.getByText('pressed 1').waitFor();
    expect(await said(page)).not.toContain('counter unmounted');
  });
});

describe('an island whose code can not be loaded', () => {
  /** Fails the first requests for its chunk. Only the test advances the clock. */
  async function openWith(failures: number) {
    site.page('/', counter('load'));
    const { context, complaints, open } = await site.shopper();
    await context.clock.install();
    const asked: string[] = [];
    await context.route('**/assets/counter.js*', (route) => {
      asked.push(new URL(route.request().url()).search);
      return asked.length <= failures ? route.abort() : route.fallback();
    });
    const page = await open('/');
    await page.evaluate(() =>
      document.addEventListener('vt:island-error', (event) =>
        window.said.push(`lost ${(event as CustomEvent).detail.name}`),
      ),
    );
    return { page, complaints, asked };
  }

  it('is retried, and hydrates', async () => {
    const { page, asked } = await openWith(2);
    await eventually(() => asked.length).toBe(1);
    await eventually(async () => {
      await page.clock.fastForward(1_000);
      return said(page);
    }).toContain('counter mounted');
  });

  it('fails after three retries and is reported, and its HTML stays', async () => {
    const { page, complaints, asked } = await openWith(100);
    await eventually(async () => {
      await page.clock.fastForward(1_000);
      return said(page);
    }).toEqual(['lost trial/counter']);
    // Some browsers request the plain address only once.
    expect(asked.filter((search) => search !== '')).toEqual(['?again=1', '?again=2', '?again=3']);
    expect(asked.at(0)).toBe('');
    expect(complaints.filter((text) => text.includes("'trial/counter' did not hydrate"))).toHaveLength(1);
    await page.getByLabel('Count').fill('usable');
  });

  it('[9.5/4] fails after 120 s', async () => {
    site.page('/', counter('load'));
    const { context, complaints, open } = await site.shopper();
    await context.clock.install();
    let asked = 0;
    await context.route('**/assets/counter.js*', () => void asked++);
    const page = await open('/');
    await eventually(() => asked).toBe(1);
    const lost = () => complaints.filter((text) => text.includes('not loaded within 120 s')).length;
    await page.clock.fastForward(110_000);
    await page.evaluate(() => 'a turn of the page');
    expect(lost()).toBe(0);
    await page.clock.fastForward(11_000);
    await eventually(lost).toBe(1);
    await page.getByLabel('Count').fill('usable');
  });

  it('is reported at once when there is no file of its name', async () => {
    const { page, complaints } = await open(
      <Island of={Object.assign(() => <p>here</p>, { islandName: 'trial/nowhere' })} props={{}} when="load" />,
    );
    await eventually(() => complaints.join()).toContain("'trial/nowhere' did not hydrate");
    await page.getByText('here').waitFor();
  });
});

describe('an island that fails', () => {
  it('keeps the server’s HTML when it fails during hydration', async () => {
    const { page, complaints } = await open(<Island of={Faulty} props={{ when: 'waking' }} when="load" />);
    await eventually(() => complaints.join()).toContain("'trial/faulty' did not hydrate");
    expect(await page.getByRole('link', { name: 'usable' }).getAttribute('href')).toBe('/elsewhere');
  });

  it('restores the server’s HTML when it fails later', async () => {
    const { page, complaints } = await open(<Island of={Faulty} props={{ when: 'pressed' }} when="load" />);
    const isHydrated = () =>
      page.locator('vt-island').evaluate((element) => (element as HTMLElement & { isHydrated: boolean }).isHydrated);
    await eventually(isHydrated).toBe(true);
    await page.getByRole('link').evaluate((link: HTMLElement) => {
      link.addEventListener('click', (event) => event.preventDefault());
      link.click();
    });
    await eventually(() => complaints.join()).toContain("'trial/faulty' did not hydrate");
    await page.getByRole('link', { name: 'usable' }).waitFor();
  });
});

describe('a behaviour', () => {
  it('runs from its trigger until its element is removed', async () => {
    const { page, complaints } = await open(
      <Behaviour of="trial/mark" when="load">
        <p>marked</p>
      </Behaviour>,
    );
    await page.locator('vt-behaviour[data-marked=yes] p').waitFor();
    await page.evaluate(() => document.querySelector('vt-behaviour')?.remove());
    await eventually(() => said(page)).toEqual(['mark undone']);
    expect(await requests(page, '/react')).toBe(0);
    expect(complaints).toEqual([]);
  });
});
