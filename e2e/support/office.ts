import type { Locator, Page } from '@playwright/test';
import { checkAxe } from './axe.ts';
import type { Hands } from './hands.ts';
import { expect, getOverflow } from './test.ts';

/** The back office in the hands of its owner. */
export interface Office {
  readonly page: Page;
  readonly hands: Hands;
  /** Opens a page by the navigation: from the side bar, or from the menu of a phone. */
  go(section: string, entry?: string): Promise<void>;
  /** Presses a link or button of the page by its whole name. */
  press(name: string): Promise<void>;
  /** Types into the fields with these names. */
  fill(fields: Readonly<Record<string, string>>): Promise<void>;
  /** Chooses what has this label. */
  tick(label: string): Promise<void>;
  /** Saves the form of the page, and waits for what the page says then. */
  save(said: string | RegExp): Promise<void>;
  /** Waits for what the page says. */
  hear(said: string | RegExp): Promise<void>;
  /** Checks the page as it is: contrast and names, width, and one heading. */
  see(name: string): Promise<void>;
}

export function openOffice(page: Page, hands: Hands, isMobile: boolean): Office {
  const main = page.getByRole('main');
  const menu = page.locator('#office-menu');
  let seen = 0;
  const hear = (said: string | RegExp) => expect(main).toContainText(said);
  const follow = async (link: Locator) => {
    const href = await link.getAttribute('href');
    await hands.press(link);
    await page.waitForURL((url) => url.pathname === href);
  };
  return {
    page,
    hands,
    async go(section, entry) {
      if (isMobile) await hands.press(page.getByRole('button', { name: 'More', exact: true }));
      const ofSection = menu.getByRole('listitem').filter({ has: page.getByRole('link', { name: section }) });
      const entries = ofSection.getByRole('listitem').getByRole('link');
      const link = ofSection.getByRole('link', { name: section }).first();
      // The side bar shows the entries of the section that is open alone.
      if (!isMobile || entry === undefined) await follow(link);
      if (entry !== undefined) await follow(entries.getByText(entry, { exact: true }).locator('..'));
    },
    async press(name) {
      const button = main.getByRole('button', { name, exact: true });
      // Empty lists have their link in the middle, too.
      await hands.press(button.or(main.getByRole('link', { name, exact: true })).first());
    },
    async fill(fields) {
      for (const [name, text] of Object.entries(fields)) await hands.type(main.locator(`[name="${name}"]`), text);
    },
    tick: (label) => hands.press(main.getByLabel(label, { exact: true })),
    async save(said) {
      await hands.press(main.getByRole('button', { name: 'Save', exact: true }).first());
      await hear(said);
    },
    hear,
    async see(name) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      expect(await getOverflow(page), `${name}: pixels wider than the window`).toBeLessThanOrEqual(0);
      await checkAxe(page, { isOneScheme: !isMobile });
      seen += 1;
      if (process.env.SCREENSHOTS) {
        const file = `${String(seen).padStart(2, '0')}-${name}-${page.viewportSize()?.width}.png`;
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/${file}`, fullPage: true });
      }
    },
  };
}
