import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { shopConfig } from '#shop.config';
import { addTestMember } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { hashPassword } from '#tests/support/fast-passwords.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const database = useDatabase();
let app: App;

beforeAll(async () => {
  app = await testShop(database, {
    choices: { settings: { ...shopConfig.settings, 'coming-soon': { audience: 'staff', text: '<b>Soon</b>' } } },
  });
});

const dismiss = (payload: object | string, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: 'POST',
    url: `${app.shop.wire.platformRest}/coming-soon-banner`,
    payload,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });

async function getNonce() {
  const reply = await app.http.inject({
    method: 'POST',
    url: `${app.shop.wire.platformRest}/nonces`,
    payload: { actions: ['rest'] },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { cookie, nonce: String(reply.json().nonces.rest) };
}

describe('the banner ‘Coming soon’', () => {
  it('[2.1/10] is at the end of each page, hidden until a script knows who looks, and escaped', async () => {
    const { body } = await app.http.inject('/shop');
    expect(body).toMatch(/<aside class="coming-soon"[^>]* hidden="">.*&lt;b&gt;Soon&lt;\/b&gt;.*Dismiss<\/a>/);
    expect(body.indexOf('class="coming-soon"')).toBeGreaterThan(body.indexOf('</footer>'));
    expect(body).toContain('coming-soon.page.css');
  });

  it('[2.1/10] is for staff who have the admin bar, if the shop wants that', async () => {
    const member = async (role: string) => addTestMember(app, role, await hashPassword('three grey herons'));
    const path = `${app.shop.wire.platformRest}/private-state`;
    const stateOf = async (device: Shopper) => JSON.parse((await device.visit(path)).body).state['coming-soon'];
    expect(await stateOf((await member('manager')).device)).toEqual({ isForStaff: true });
    await database.pool.query(`update staff_roles set needs_second_factor = true where name = 'owner'`);
    expect(await stateOf((await member('owner')).device)).toEqual({});
    expect(await stateOf(newShopper(app))).toBeUndefined();
  });

  it('[7.2/2] [7.2/3] [6/11] is dismissed by a call with the REST nonce', async () => {
    const { cookie, nonce } = await getNonce();
    const { platform, storePlugin } = app.shop.wire;
    const headers = { cookie, [`X-${platform}-Nonce`]: nonce };
    const body = { [`${storePlugin}_meta`]: { coming_soon_banner_dismissed: 'yes' } };
    const reply = await dismiss(body, headers);
    expect([reply.statusCode, reply.json()]).toEqual([200, { dismissed: true }]);
    expect(reply.cookies).toContainEqual(
      expect.objectContaining({ name: 'coming_soon_banner_dismissed', value: 'yes', maxAge: 365 * 86_400 }),
    );
    const form = new URLSearchParams({ [`${storePlugin}_meta[coming_soon_banner_dismissed]`]: 'yes' });
    const asForm = await dismiss(String(form), { ...headers, 'content-type': 'application/x-www-form-urlencoded' });
    expect(asForm.statusCode).toBe(200);
    expect((await dismiss({ [`${storePlugin}_meta`]: { other: 'yes' } }, headers)).statusCode).toBe(400);
  });

  it('[6/11] is not dismissed without the nonce', async () => {
    const { cookie } = await getNonce();
    const body = { [`${app.shop.wire.storePlugin}_meta`]: { coming_soon_banner_dismissed: 'yes' } };
    const refused = await dismiss(body, { cookie });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'rest_cookie_invalid_nonce']);
    expect(refused.cookies).toEqual([]);
  });
});
