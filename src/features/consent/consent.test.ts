import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { consentPath, formatAnswers, isAllowed, parseAnswers } from './contract.ts';

const { database } = useDatabase();
let app: App;
let asking: App;

beforeAll(async () => {
  app = await testShop(database);
  asking = await testShop(database, { choices: { settings: { attribution: { isAllowedByDefault: false } } } });
});

describe('an answer', () => {
  const question = { id: 'attribution', isAllowedByDefault: true };
  const strict = { ...question, isAllowedByDefault: false };

  it('[9.8/3] counts before the default, which allows unless the shop asks first', () => {
    expect([isAllowed(question, {}, false), isAllowed(strict, {}, false)]).toEqual([true, false]);
    expect(isAllowed(question, { attribution: false }, false)).toBe(false);
    expect(isAllowed(strict, { attribution: true }, false)).toBe(true);
  });

  it('is no for all purposes with Global Privacy Control', () => {
    expect(isAllowed(question, { attribution: true }, true)).toBe(false);
  });

  it('is read from cookies of this form alone', () => {
    expect(parseAnswers(formatAnswers({ attribution: true, 'more-things': false }))).toEqual({
      attribution: true,
      'more-things': false,
    });
    for (const wrong of [
      null,
      '',
      'attribution',
      'attribution_2',
      'attribution_1x',
      '__proto__',
      '{}',
      'x'.repeat(5_000),
    ])
      expect(Object.hasOwn(parseAnswers(wrong), 'attribution'), String(wrong)).toBe(false);
  });
});

describe('the banner', () => {
  it('is in cached pages where the shop asks first, hidden until the early script shows it', async () => {
    const page = await asking.http.inject('/shop');
    expect(page.body).toContain('<html lang="en-GB" data-consent="attribution">');
    const looks = ['refuse', 'accept'].map((value) => {
      const button = new RegExp(`<button[^>]*value="${value}"[^>]*>`).exec(page.body)?.[0] ?? '';
      return /class="([^"]*)"/.exec(button)?.[1];
    });
    expect(looks).toEqual(['button button--quiet', 'button button--quiet']);
    const scripts = page.body.match(/<script>.*?<\/script>/g) ?? [];
    expect(scripts.some((script) => script.includes('vt_consent'))).toBe(true);
    const answered = await asking.http.inject({ url: '/shop', headers: { cookie: 'vt_consent=attribution_1' } });
    expect(answered.body).toBe(page.body);
  });

  it('is shown by the early script while an answer is missing, and not with Global Privacy Control', async () => {
    const { body } = await asking.http.inject('/shop');
    const script = /<script>({let r=document.*?vt_consent.*?})<\/script>/.exec(body)?.[1] ?? '';
    const run = (cookie: string, globalPrivacyControl?: boolean) => {
      let isAsked: boolean | undefined;
      const toggleAttribute = (_name: string, isSet: boolean) => {
        isAsked = isSet;
      };
      const documentElement = { dataset: { consent: 'attribution chat' }, toggleAttribute };
      const listen = () => {};
      const page = { cookie, documentElement, addEventListener: listen };
      new Function('document', 'navigator', 'addEventListener', script)(page, { globalPrivacyControl }, listen);
      return isAsked;
    };
    expect(run('')).toBe(true);
    expect(run('a=1; vt_consent=attribution_1; b=2')).toBe(true);
    expect(run('a=1; vt_consent=more-attribution_1.chat_1')).toBe(true);
    expect(run('x=vt_consent=attribution_1.chat_0')).toBe(true);
    expect(run('a=1; vt_consent=chat_0.attribution_1')).toBe(false);
    expect(run('', true)).toBe(false);
  });

  it('is in no page where nothing needs it, and the footer leads to the settings', async () => {
    const { body } = await app.http.inject('/shop');
    expect([body.includes('data-consent'), body.includes('class="consent"')]).toEqual([false, false]);
    expect(body).toContain(`href="${consentPath}"`);
  });

  it('works without script: the form saves the answer and leads back', async () => {
    const post = (choice: string, referer: string) =>
      asking.http.inject({
        method: 'POST',
        url: consentPath,
        headers: { referer, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        payload: `choice=${choice}`,
      });
    const refused = await post('refuse', 'http://localhost:3000/shop?orderby=price');
    expect([refused.statusCode, refused.headers.location]).toEqual([303, '/shop?orderby=price']);
    const cookie = String(refused.headers['set-cookie']);
    expect(cookie).toMatch(/^vt_consent=attribution_0; Max-Age=15552000; Path=\/; SameSite=Lax/);
    expect(cookie).not.toContain('HttpOnly');
    for (const referer of ['https://evil.example/x', 'http://localhost:3000//evil.example', 'javascript:alert(1)', ''])
      expect((await post('accept', referer)).headers.location).toBe('/');
    expect((await post('perhaps', '')).statusCode).toBe(400);
  });
});

describe('the settings of cookies', () => {
  it('change the answer for each purpose, and say so', async () => {
    const shopper = newShopper(app);
    const findBox = async () =>
      /<input[^>]*value="attribution"[^>]*>/.exec((await shopper.visit(consentPath)).body)?.[0];
    const isChecked = async () => (await findBox())?.includes('checked=""');
    expect(await isChecked()).toBe(true);
    const saved = await shopper.submit(consentPath, { choice: 'save' });
    expect([saved.status, saved.location]).toEqual([303, consentPath]);
    expect((await shopper.visit(consentPath)).body).toContain('Your choice has been saved.');
    expect([await isChecked(), shopper.cookies.get('vt_consent')]).toEqual([false, 'attribution_0']);
    await shopper.submit(consentPath, { choice: 'save', purpose: ['attribution', 'unknown'] });
    expect([await isChecked(), shopper.cookies.get('vt_consent')]).toEqual([true, 'attribution_1']);
  });

  it('keep an earlier no to what is allowed by default when the banner is accepted', async () => {
    const shopper = newShopper(app);
    await shopper.submit(consentPath, { choice: 'accept' });
    expect(shopper.cookies.get('vt_consent')).toBe('attribution_1');
    await shopper.submit(consentPath, { choice: 'refuse' });
    await shopper.submit(consentPath, { choice: 'accept' });
    expect(shopper.cookies.get('vt_consent')).toBe('attribution_0');
  });

  it('say what the browser asks for with Global Privacy Control', async () => {
    const { body, headers } = await app.http.inject({ url: consentPath, headers: { 'sec-gpc': '1' } });
    expect(body).toContain('Global Privacy Control');
    expect(/<input[^>]*value="attribution"[^>]*>/.exec(body)?.[0]).toContain('disabled=""');
    expect(headers['cache-control']).toBe('private, no-store');
  });

  it('[4.6/2] delete the cookies of what is refused, by the call too', async () => {
    const cookie = 'source_current=x; source_session=y; source_other=z; vt_consent=later_1';
    const { headers, statusCode, body } = await app.http.inject({
      method: 'POST',
      url: '/api/store/v1/consent',
      headers: { cookie, 'content-type': 'application/json', accept: 'application/json' },
      payload: { choice: 'refuse' },
    });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { allowed: [] }]);
    const set = [headers['set-cookie'] ?? []].flat();
    expect(set[0]).toContain('vt_consent=later_1.attribution_0;');
    const deleted = set.slice(1).map((line) => line.replace(/Expires=[^;]*; ?|Max-Age=0; ?/g, ''));
    expect(deleted).toEqual([
      'source_current=; Path=/; SameSite=Lax',
      'source_current=; Domain=localhost; Path=/; SameSite=Lax',
      'source_session=; Path=/; SameSite=Lax',
      'source_session=; Domain=localhost; Path=/; SameSite=Lax',
    ]);
  });
});
