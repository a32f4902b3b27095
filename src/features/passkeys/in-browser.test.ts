import { expect, it } from 'vitest';
import { startTestSession } from '#tests/support/account-session.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase();
const open = useOpenShop(database, { choices: {}, hasPublicUrl: true });

it('a passkey is added, signs in on a press, and is suggested where the email address is typed', async () => {
  const { page, context, watch } = await open.shopper();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setPresence = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const { customer } = await createCustomer(open.app.shop);
  const device = newShopper(open.app);
  await startTestSession(open.app, device, customer);
  const url = open.app.shop.config.publicUrl;
  await context.addCookies([{ name: 'session', value: device.cookies.get('session') ?? '', url }]);

  // The press is quicker than the script.
  const { promise: pressed, resolve: loadScript } = Promise.withResolvers<void>();
  await page.route('**/add.behaviour*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto('/account/passkeys');
  await checkAxe(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  loadScript();
  await page.getByText('Your passkey has been added. You can now sign in with it.').waitFor();
  expect(await page.locator('.account-list__item').count()).toBe(1);
  await checkAxe(page);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // A press. Suggestions wait for the shopper meanwhile.
  await setPresence(false);
  await page.locator('.account__fold > summary').click();
  const suggested = page.waitForResponse((reply) => reply.url().endsWith('/passkeys/sign-in/options'));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/account/sign-in');
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.waitFor();
  // Suggestions that begin later would be taken at once.
  await suggested;
  await checkAxe(page);
  await setPresence(true);
  await button.click();
  await page.waitForURL((address) => address.pathname === '/account');

  // Suggestions alone: the virtual authenticator takes the first at once.
  await page.locator('.account__fold > summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((address) => address.pathname === '/account');
  expect(watch.problems()).toEqual([]);
});
