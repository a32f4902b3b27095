import { afterEach, expect, it } from 'vitest';
import { readStatus } from '#e2e/support/status.ts';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';

const site = useTrialSite();
afterEach(() => site.reset());

it('announces in the modal dialog on top, since the rest of the page is inert', async () => {
  site.page(
    '/',
    <main>
      <dialog id="upper">Second</dialog>
      <dialog id="lower">First</dialog>
    </main>,
  );
  const page = await (await site.shopper()).open('/');
  const announce = (text: string) => page.evaluate((said) => window.trial.announce(said), text);
  const status = expect.poll(() => readStatus(page));
  const show = (id: string) => page.locator(`#${id}`).evaluate((dialog: HTMLDialogElement) => dialog.showModal());
  await announce('on the page');
  await status.toBe('on the page');
  await show('lower');
  await announce('in the first');
  await status.toBe('in the first');
  await show('upper');
  await announce('in the second');
  await status.toBe('in the second');
  // The content of a dialog may be replaced, with its region.
  await page.locator('#upper').evaluate((dialog) => dialog.replaceChildren('Third'));
  await announce('in the second again');
  await status.toBe('in the second again');
});

it('announces on the page what a dialog says that closes at once', async () => {
  site.page(
    '/',
    <main>
      <dialog>Closing</dialog>
    </main>,
  );
  const page = await (await site.shopper()).open('/');
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => {
    dialog.showModal();
    window.trial.announce('added');
    dialog.close();
  });
  await expect.poll(() => readStatus(page)).toBe('added');
});
