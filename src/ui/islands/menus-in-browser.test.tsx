import type { Page } from '@playwright/test';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Behaviour } from '#platform/islands/island.tsx';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';
import { Tabs } from '../tabs.tsx';

const site = useTrialSite();
afterEach(() => site.reset());

async function open(body: ReactNode, path = '/', { stopsClock = false } = {}) {
  site.page('/', body);
  const shopper = await site.shopper();
  if (stopsClock) await shopper.context.clock.install();
  return { ...shopper, page: await shopper.open(path) };
}

const eventually = <Value,>(read: () => Value) => expect.poll(read);
const scrollPage = (page: Page, top: number) =>
  page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);

describe('a sticky header', () => {
  const header = (mode: string) => [
    <Behaviour key="a" of="ui/sticky-header" when="load">
      <header className="site-header" data-sticky={mode} style={{ height: 70 }}>
        <a href="/elsewhere">home</a>
      </header>
    </Behaviour>,
    <div key="c" style={{ display: 'contents' }} />,
    <main key="b" style={{ height: 4_000 }} />,
  ];
  const getState = (page: Page) =>
    page.locator('header').evaluate(({ dataset }) => ['stuck', 'hidden'].filter((name) => name in dataset).join(' '));

  it('[2.1/1] [4.3/1] sticks once the page is scrolled past its height and 100 px, and not before', async () => {
    const { page, complaints } = await open(header('always'));
    await page.locator('header[style*="--header-height"]').waitFor();
    await scrollPage(page, 170);
    await eventually(() => page.locator('header').getAttribute('data-out')).toBe('');
    expect(await getState(page)).toBe('');
    await scrollPage(page, 171);
    await eventually(() => getState(page)).toBe('stuck');
    await scrollPage(page, 1_000);
    await scrollPage(page, 170);
    await eventually(() => getState(page)).toBe('');
    expect(complaints).toEqual([]);
  });

  it('[4.3/2] is shown by scrolling up after the page has changed its height', async () => {
    const { page } = await open(header('hide-on-scroll'));
    await page.locator('header[style*="--header-height"]').waitFor();
    await scrollPage(page, 900);
    await eventually(() => getState(page)).toBe('stuck hidden');
    await page.locator('main').evaluate((main) => {
      main.style.height = '3000px';
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await scrollPage(page, 800);
    await eventually(() => getState(page)).toBe('stuck');
  });

  it('[4.3/2] hides on scroll down in hide-on-scroll mode, but not while it has the focus', async () => {
    const { page } = await open(header('hide-on-scroll'));
    await page.locator('header[style*="--header-height"]').waitFor();
    await scrollPage(page, 900);
    await eventually(() => getState(page)).toBe('stuck hidden');
    await scrollPage(page, 800);
    await eventually(() => getState(page)).toBe('stuck');
    await scrollPage(page, 1_000);
    await eventually(() => getState(page)).toBe('stuck hidden');
    await page.getByRole('link').evaluate((link: HTMLElement) => link.focus({ preventScroll: true }));
    await eventually(() => getState(page)).toBe('stuck');
  });

  it('never sticks in mode off', async () => {
    const { page } = await open(header('off'));
    const isHydrated = () =>
      page
        .locator('vt-behaviour')
        .first()
        .evaluate((element) => (element as HTMLElement & { isHydrated: boolean }).isHydrated);
    await eventually(isHydrated).toBe(true);
    await scrollPage(page, 900);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await getState(page)).toBe('');
  });
});

describe('a dropdown menu', () => {
  const entry = (id: string, name: string, list: object = {}) => (
    <li data-dropdown key={id} style={{ position: 'relative', width: 120 }}>
      <a href={`/${id}`}>{name}</a>
      <button type="button" aria-expanded="false" aria-controls={id} aria-label={`more of ${name}`}>
        +
      </button>
      <ul id={id} style={{ position: 'absolute', left: 0, top: 40, width: 300, margin: 0, ...list }}>
        <li>
          <a href={`/${id}/1`}>{name} one</a>
        </li>
        <li>
          <a href={`/${id}/2`}>{name} two</a>
        </li>
      </ul>
    </li>
  );
  const menu = (width = 790) => (
    <div data-dropdown-room style={{ width }}>
      <Behaviour of="ui/dropdown-menu" when="load">
        <nav style={{ display: 'flex', justifyContent: 'space-between' }}>
          <ul style={{ display: 'flex', justifyContent: 'space-between', width: '100%', height: 40, margin: 0 }}>
            {[
              entry('bowls', 'Bowls'),
              <li key="shop">
                <a href="/shop">Shop</a>
              </li>,
              entry('mugs', 'Mugs'),
            ]}
          </ul>
        </nav>
      </Behaviour>
    </div>
  );
  const listOpen = (page: Page) =>
    page
      .locator('[data-dropdown] > [aria-expanded=true]')
      .evaluateAll((toggles) => toggles.map((toggle) => toggle.ariaLabel));
  const waitUntilHydrated = (page: Page) => page.locator('nav[data-awake]').waitFor();
  const getFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  it('[9.5/1] opens when the mouse moves less than 3 px within 20 ms, and closes 70 ms after it leaves', async () => {
    const { page } = await open(menu(), '/', { stopsClock: true });
    await waitUntilHydrated(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await page.mouse.move(60, 20);
    await page.clock.runFor(19);
    expect(await listOpen(page)).toEqual([]);
    // It moved too far, so the next 20 ms count.
    await page.mouse.move(64, 20);
    await page.clock.runFor(1);
    expect(await listOpen(page)).toEqual([]);
    await page.mouse.move(66, 20);
    await page.clock.runFor(20);
    expect(await listOpen(page)).toEqual(['more of Bowls']);
    await page.mouse.move(60, 500);
    await page.clock.runFor(69);
    expect(await listOpen(page)).toEqual(['more of Bowls']);
    await page.clock.runFor(1);
    expect(await listOpen(page)).toEqual([]);
  });

  it('[2.1/2] opens on click, on hover and with Space', async () => {
    const { page, complaints } = await open(menu());
    await waitUntilHydrated(page);
    const button = page.getByRole('button', { name: 'more of Mugs' });
    await page.getByRole('link', { name: 'Bowls', exact: true }).hover();
    await eventually(() => listOpen(page)).toEqual(['more of Bowls']);
    await button.evaluate((element: HTMLElement) => element.click());
    expect(await listOpen(page)).toEqual(['more of Mugs']);
    await button.evaluate((element: HTMLElement) => element.click());
    expect(await listOpen(page)).toEqual([]);
    await page.getByRole('link', { name: 'Mugs', exact: true }).focus();
    await press(page, ' ');
    expect(await listOpen(page)).toEqual(['more of Mugs']);
    await press(page, ' ');
    expect(await listOpen(page)).toEqual([]);
    expect(page.url()).toBe(`${site.origin}/`);
    expect(complaints).toEqual([]);
  });

  it('stays open when a hovered dropdown is clicked, and closes on a click elsewhere', async () => {
    const { page } = await open(menu());
    await waitUntilHydrated(page);
    await page.getByRole('button', { name: 'more of Bowls' }).hover();
    await eventually(() => listOpen(page)).toEqual(['more of Bowls']);
    await page.mouse.down();
    await page.mouse.up();
    expect(await listOpen(page)).toEqual(['more of Bowls']);
    await page.mouse.click(400, 550);
    expect(await listOpen(page)).toEqual([]);
  });

  it('is closed by "back" when it was requested, and leaves no entry in the history when it closes otherwise', async () => {
    const { page, complaints } = await open(menu());
    await waitUntilHydrated(page);
    const hasEntry = () => page.evaluate(() => history.state?.vtDialog === true);
    const button = page.getByRole('button', { name: 'more of Bowls' });
    await button.hover();
    await eventually(() => listOpen(page)).toEqual(['more of Bowls']);
    expect(await hasEntry(), 'hovered').toBe(false);
    await button.click();
    expect(await hasEntry(), 'requested').toBe(true);
    await page.getByRole('link', { name: 'Bowls two' }).focus();
    await page.goBack();
    await eventually(() => listOpen(page)).toEqual([]);
    expect(await getFocusedText(page)).toBe('+');
    await press(page, 'Space');
    expect(await hasEntry(), 'requested by a key').toBe(true);
    await press(page, 'Escape');
    await eventually(hasEntry).toBe(false);
    // From one dropdown to the other.
    await button.evaluate((element: HTMLElement) => element.click());
    const other = page.getByRole('button', { name: 'more of Mugs' });
    await other.evaluate((element: HTMLElement) => element.click());
    await eventually(hasEntry).toBe(true);
    await page.goForward();
    expect(await listOpen(page)).toEqual(['more of Mugs']);
    await page.mouse.click(400, 550);
    await eventually(hasEntry).toBe(false);
    expect(page.url()).toBe(`${site.origin}/`);
    expect(complaints).toEqual([]);
  });

  it('is navigated by arrows, Home, End and Escape, and closes when the focus leaves', async () => {
    const { page } = await open(menu());
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: 'Bowls', exact: true }).focus();
    await press(page, 'ArrowDown');
    expect([await getFocusedText(page), await listOpen(page)]).toEqual(['Bowls one', ['more of Bowls']]);
    await press(page, 'ArrowDown');
    expect(await getFocusedText(page)).toBe('Bowls two');
    await press(page, 'ArrowDown', 'End');
    expect(await getFocusedText(page)).toBe('Bowls two');
    await press(page, 'Escape');
    expect([await getFocusedText(page), await listOpen(page)]).toEqual(['+', []]);
    await press(page, 'ArrowRight', 'ArrowRight');
    expect(await getFocusedText(page)).toBe('Mugs');
    await press(page, 'Home');
    expect(await getFocusedText(page)).toBe('Bowls');
    await press(page, 'ArrowDown', 'Tab', 'Tab');
    expect(await getFocusedText(page)).toBe('Shop');
    expect(await listOpen(page)).toEqual([]);
  });

  it('[9.5/2] moves to stay inside its container, unless that is narrower than 750 px', async () => {
    for (const [width, isMoved] of [
      [750, true],
      [749, false],
    ] as const) {
      const { page } = await open(menu(width));
      await waitUntilHydrated(page);
      await page.getByRole('link', { name: 'Mugs', exact: true }).focus();
      await press(page, ' ');
      const shift = await page.locator('#mugs').evaluate((list: HTMLElement) => list.style.getPropertyValue('--shift'));
      expect(shift !== '').toBe(isMoved);
      if (isMoved) {
        const overflow = await page.locator('#mugs').evaluate((list) => list.getBoundingClientRect().right - 8 - 750);
        expect(Number.parseFloat(shift)).toBeCloseTo(-overflow, 0);
      }
      site.reset();
    }
  });
});

describe('tabs and accordions', () => {
  const body = [
    <Behaviour key="tabs" of="ui/tabs" when="load">
      <Tabs
        label="About"
        tabs={[
          { id: 'story', title: 'Story', content: <p>made of mud</p> },
          { id: 'reviews', title: 'Reviews', content: <p id="review-7">a fine bowl</p> },
        ]}
      />
    </Behaviour>,
    <p key="far" style={{ height: 2_000 }}>
      <a href="#care">care</a> <a href="#review-7">seventh</a>
    </p>,
    <details key="outer" id="care">
      <summary>Care</summary>
      <details>
        <summary>Oven</summary>
        <p id="oven">Warm it slowly.</p>
      </details>
    </details>,
  ];
  const selected = (page: Page) => page.getByRole('tab', { selected: true }).textContent();

  it('[2.1/11] open the panel of the hash at load, when it changes and when its link is clicked again', async () => {
    const { page, complaints } = await open(body, '/#reviews');
    await page.getByText('a fine bowl').waitFor();
    expect(await selected(page)).toBe('Reviews');
    await page.getByRole('tab', { name: 'Story' }).click();
    expect(await page.getByText('a fine bowl').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'seventh' }).click();
    await eventually(() => selected(page)).toBe('Reviews');
    await page.getByRole('link', { name: 'care' }).click();
    await eventually(() => page.locator('#care').evaluate((details: HTMLDetailsElement) => details.open)).toBe(true);
    await page.locator('#care > summary').click();
    await page.getByRole('link', { name: 'care' }).click();
    await eventually(() => page.locator('#care').evaluate((details: HTMLDetailsElement) => details.open)).toBe(true);
    await page.evaluate(() => location.assign('#oven'));
    await page.getByText('Warm it slowly.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('have tab roles, and arrow keys, Home and End', async () => {
    const { page } = await open(body);
    await page.getByRole('tab', { name: 'Story' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await selected(page)).toBe('Reviews');
    await page.keyboard.press('ArrowRight');
    expect(await selected(page)).toBe('Story');
    await page.keyboard.press('End');
    await page.getByRole('tabpanel', { name: 'Reviews' }).waitFor();
    await page.keyboard.press('Home');
    expect(await page.getByRole('tab', { name: 'Story' }).evaluate((tab) => tab === document.activeElement)).toBe(true);
  });

  it('[9.2/4] are scrolled to within 1000 ms', async () => {
    const { page } = await open(body, '/', { stopsClock: true });
    await page.getByRole('tab', { name: 'Story' }).waitFor();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    const getTop = () => page.locator('#care').evaluate((details) => Math.round(details.getBoundingClientRect().top));
    await page.evaluate(() => {
      history.replaceState(null, '', '#care');
      document.querySelector<HTMLElement>('a[href="#care"]')?.click();
    });
    await page.clock.runFor(500);
    expect(await getTop()).toBeGreaterThan(10);
    await page.clock.runFor(520);
    const end = await page.evaluate(() => Math.round(scrollY));
    await page.locator('#care').evaluate((details) => details.scrollIntoView({ behavior: 'instant' }));
    expect(Math.abs((await page.evaluate(() => Math.round(scrollY))) - end)).toBeLessThan(2);
  });
});

describe('a store-wide notice', () => {
  it('[2.1/9] [9.3/1] [9.3/4] is hidden by its button for the configured days, by a cookie for all paths', async () => {
    const { page, context, complaints } = await open([
      <Behaviour key="a" of="ui/store-notice" when="interaction">
        <aside data-days="30">
          <button type="button">Hide</button>
        </aside>
      </Behaviour>,
      <main key="b" tabIndex={-1} />,
    ]);
    await page.evaluate(() => document.documentElement.setAttribute('data-notice', 'store_notice77'));
    await page.getByRole('button').click();
    await eventually(() => context.cookies()).toMatchObject([
      { name: 'store_notice77', value: 'hidden', path: '/', sameSite: 'Lax' },
    ]);
    const days = (((await context.cookies())[0]?.expires ?? 0) - Date.now() / 1000) / 24 / 60 / 60;
    expect(Math.round(days)).toBe(30);
    expect(await page.evaluate(() => 'noticeHidden' in document.documentElement.dataset)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    expect(complaints).toEqual([]);
  });
});
