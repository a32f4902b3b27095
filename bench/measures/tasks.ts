import { randomUUID } from 'node:crypto';
import { type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '#e2e/support/browser.ts';
import type { Measure } from '../bench.ts';
import type { Row } from '../report.ts';
import { openShop } from '../shop.ts';

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };
const laptop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** Uses a page as a person does, and counts how often. */
interface Hand {
  readonly counts: { clicks: number; keys: number };
  /** Presses a link or a button, or chooses a radio button or a checkbox. */
  press(target: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
}

interface Task {
  readonly name: string;
  readonly screen: BrowserContextOptions;
  /** From the home page to the checkout. */
  readonly find: (page: Page, hand: Hand) => Promise<void>;
  /** Whether the checkout asks where it is sent. */
  readonly isShipped: boolean;
}

const byName = (page: Page, role: 'link' | 'button' | 'radio', name: string | RegExp) =>
  page.getByRole(role, { name }).first();

async function search(page: Page, hand: Hand, text: string, product: string): Promise<void> {
  await hand.type(page.locator('#site-search'), text);
  await hand.press(page.getByRole('option', { name: product }).first());
}

const buyNow = (page: Page, hand: Hand) => hand.press(byName(page, 'button', 'Buy now'));

const purchases: readonly Task[] = [
  {
    ...{ name: 'a mug in a glaze', screen: laptop, isShipped: true },
    async find(page, hand) {
      await hand.press(byName(page, 'link', 'Shop tableware'));
      await hand.press(page.getByRole('main').getByRole('link', { name: 'Tideline mug', exact: true }).first());
      await hand.press(byName(page, 'radio', 'Oat'));
      await buyNow(page, hand);
    },
  },
  {
    ...{ name: 'a set', screen: laptop, isShipped: true },
    async find(page, hand) {
      await search(page, hand, 'breakfast', 'Breakfast set');
      await page.waitForURL('**/product/breakfast-set*');
      const groups = page.locator('.set fieldset.option');
      const count = await groups.count();
      for (let index = 0; index < count; index += 1)
        await hand.press(groups.nth(index).getByRole('radio', { disabled: false }).first());
      await buyNow(page, hand);
    },
  },
  {
    ...{ name: 'a tray by its misspelt name', screen: laptop, isShipped: true },
    async find(page, hand) {
      await search(page, hand, 'slipwey trey', 'Slipway tray');
      await buyNow(page, hand);
    },
  },
  {
    ...{ name: 'a mug by glaze and price, on a phone', screen: phone, isShipped: true },
    async find(page, hand) {
      await hand.press(byName(page, 'link', 'Shop tableware'));
      await hand.press(byName(page, 'button', /^Filter/));
      const panel = page.getByRole('dialog');
      await hand.type(panel.getByLabel('To', { exact: true }), '40');
      await hand.press(panel.locator('summary', { hasText: 'Glaze' }));
      await hand.press(panel.getByRole('checkbox', { name: /^Oat/ }));
      await hand.press(panel.getByRole('button', { name: /^Show \d+/ }));
      await hand.press(page.locator('.product-card__link', { hasText: 'Tideline mug' }).first());
      await buyNow(page, hand);
    },
  },
  {
    ...{ name: 'a digital product', screen: laptop, isShipped: false },
    async find(page, hand) {
      await search(page, hand, 'glaze care', 'Glaze care');
      await buyNow(page, hand);
    },
  },
];

/**
 * Five purchases from the home page to the page of the new order, by pointer and by keyboard: seconds
 * without the time in which a person reads, and how many clicks and keys they take. Letters count as
 * keys.
 */
export const tasks: Measure = async ({ dataDir }) => {
  const shop = await openShop(dataDir);
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    ...{ executablePath, args: chromiumFlags },
    env: { ...process.env, ...env } as Record<string, string>,
  });
  try {
    const rows: Row[] = [];
    for (const task of purchases) {
      for (const [name, createHand] of [
        ['pointer', createPointer],
        ['keyboard', createKeyboard],
      ] as const) {
        const context = await browser.newContext({ ...task.screen, baseURL: shop.url, reducedMotion: 'reduce' });
        const page = await context.newPage();
        const hand = createHand(page);
        await page.goto('/', { waitUntil: 'load' });
        const start = performance.now();
        await task.find(page, hand);
        await order(page, hand, task);
        const value = (performance.now() - start) / 1_000;
        const note = `${hand.counts.clicks} clicks, ${hand.counts.keys} keys`;
        rows.push({ what: `buy ${task.name}, by ${name}`, value, unit: 's', note });
        await context.close();
      }
    }
    return rows;
  } finally {
    await browser.close();
    await shop.stop();
  }
};

async function order(page: Page, hand: Hand, { isShipped }: Task): Promise<void> {
  await page.waitForURL('**/checkout');
  await hand.type(page.getByLabel('Email'), `m@${randomUUID().slice(0, 8)}.example`);
  await hand.type(page.getByLabel('First name').first(), 'Maeve');
  await hand.type(page.getByLabel('Last name').first(), 'Byrne');
  if (isShipped) {
    await hand.type(page.getByLabel('Street address').first(), '4 Quay Street');
    await hand.type(page.getByLabel('Town').first(), 'Sligo');
  }
  await hand.press(page.getByRole('checkbox', { name: /terms/i }));
  await hand.press(page.getByRole('button', { name: /^Place order/ }));
  await page.waitForURL('**/order/*');
}

function createPointer(page: Page): Hand {
  const counts = { clicks: 0, keys: 0 };
  const press = async (target: Locator) => {
    const label = await findLabel(page, target);
    await label.click();
    counts.clicks += 1;
  };
  const type = async (field: Locator, text: string) => {
    await press(field);
    await page.keyboard.type(text);
    counts.keys += text.length;
  };
  return { counts, press, type };
}

/** What a pointer hits: the label of a radio button or a checkbox that is not painted itself. */
async function findLabel(page: Page, target: Locator): Promise<Locator> {
  await target.waitFor({ state: 'attached' });
  const id = await target.evaluate((element) => (element.matches('[type=radio], [type=checkbox]') ? element.id : ''));
  return id === '' ? target : page.locator(`label[for="${id}"], label:has([id="${id}"])`).first();
}

/** The greatest number of steps to a control. */
const maxSteps = 150;

function createKeyboard(page: Page): Hand {
  const counts = { clicks: 0, keys: 0 };
  const send = async (key: string) => {
    await page.keyboard.press(key);
    counts.keys += 1;
  };
  /** Arrow keys step within radio buttons of one name, and through the options of a list; else Tab. */
  const reach = async (target: Locator) => {
    await target.waitFor({ state: 'attached' });
    for (let step = 0; step < maxSteps; step += 1) {
      const state = await target.evaluate((element) => {
        const active = document.activeElement;
        if (active === element || active?.getAttribute('aria-activedescendant') === element.id) return 'reached';
        if (element.role === 'option' || element.getAttribute('role') === 'option') return 'ArrowDown';
        const group = element.getAttribute('name');
        const isRadio = element.matches('[type=radio]') && active?.matches('[type=radio]');
        return isRadio && active?.getAttribute('name') === group ? 'ArrowRight' : 'Tab';
      });
      if (state === 'reached') return;
      await send(state);
    }
    throw new Error(`not reached in ${maxSteps} steps: ${target}`);
  };
  const press = async (target: Locator) => {
    await reach(target);
    const kind = await target.evaluate((element) => element.getAttribute('type'));
    const isChecked = kind === 'radio' && (await target.isChecked());
    if (!isChecked) await send(kind === 'radio' || kind === 'checkbox' ? 'Space' : 'Enter');
  };
  const type = async (field: Locator, text: string) => {
    await reach(field);
    await page.keyboard.type(text);
    counts.keys += text.length;
  };
  return { counts, press, type };
}
