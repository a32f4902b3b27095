import { expect, type Locator, type Page } from '@playwright/test';

/** How somebody presses and types. */
export interface Hands {
  press(target: Locator): Promise<void>;
  /** Replaces what a field has. */
  type(field: Locator, text: string): Promise<void>;
  /** Chooses an option of a select by its whole label. */
  choose(select: Locator, label: string): Promise<void>;
  upload(
    field: Locator,
    file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
  ): Promise<void>;
}

const isBox = (target: Locator) =>
  target.evaluate((element) => element.matches('input[type=checkbox], input[type=radio]'));

export const mouse: Hands = {
  async press(target) {
    if (!(await isBox(target))) return target.click();
    const id = await target.getAttribute('id');
    // The label draws the box, at its start.
    if (id === null) return target.click();
    await target
      .page()
      .locator(`label[for="${id}"]`)
      .click({ position: { x: 8, y: 8 } });
  },
  type: (field, text) => field.fill(text),
  async choose(select, label) {
    await select.selectOption({ label });
  },
  upload: (field, file) => field.setInputFiles(file),
};

/** The keyboard alone: Tab until the element has the focus. */
export function createKeyboard(page: Page): Hands {
  const moveTo = async (target: Locator) => {
    await target.waitFor();
    const isFocused = () => target.evaluate((element) => element === document.activeElement);
    for (let count = 0; !(await isFocused()); count += 1) {
      if (count > 300) throw new Error('Tab does not lead there');
      await page.keyboard.press('Tab');
    }
  };
  return {
    async press(target) {
      if (await target.evaluate((element) => element.matches('input[type=radio]'))) {
        await moveTo(page.locator(`input[name="${await target.getAttribute('name')}"]:checked`));
        while (!(await target.isChecked())) await page.keyboard.press('ArrowDown');
        return;
      }
      await moveTo(target);
      await page.keyboard.press((await isBox(target)) ? 'Space' : 'Enter');
    },
    async type(field, text) {
      await moveTo(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(text);
    },
    async choose(select, label) {
      await moveTo(select);
      await page.keyboard.type(label);
      await page.keyboard.press('Tab');
    },
    async upload(field, file) {
      await moveTo(field);
      // The browser opens none while it is still closing another one.
      await expect(async () => {
        const chooser = page.waitForEvent('filechooser', { timeout: 2_000 });
        await page.keyboard.press('Space');
        await (await chooser).setFiles(file);
      }).toPass();
    },
  };
}
