import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributionFields, type SentAttribution, type TrackerConfig } from '../contract.ts';
import { getSourceMinutes } from '../settings.ts';
import { formatCookies, formatDeletions, readCookies } from './browser-cookies.shared.ts';
import { toAttribution } from './cookies.shared.ts';
import type { PageView } from './source.shared.ts';
import { trackPage } from './track.shared.ts';

const config: TrackerConfig = {
  isAllowedByDefault: true,
  cookiePrefix: 'source',
  inputPrefix: 'st_order_attribution_',
  inputsElement: 'st-order-attribution-inputs',
  sessionMinutes: 30,
  sourceMinutes: null,
  ignoredReferrers: ['paypal.com'],
};

const start = new Date('2026-11-23T06:30:00Z');

/** A browser's cookies, with their expiry, as pages of the tracker leave them. */
class TestBrowser {
  readonly settings: TrackerConfig;
  minute = 0;
  readonly jar = new Map<string, { readonly value: string; readonly until: number }>();

  constructor(settings: Partial<TrackerConfig> = {}) {
    this.settings = { ...config, ...settings };
  }

  get cookies(): string {
    const live = [...this.jar].filter(([, { until }]) => until > this.minute);
    return live.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  open(path: string, referrer = ''): SentAttribution {
    const view: PageView = {
      url: new URL(path, 'https://www.shop.example'),
      referrer,
      userAgent: 'Browser/1.0',
      now: new Date(start.getTime() + this.minute * 60_000),
      ignoredReferrers: this.settings.ignoredReferrers,
    };
    const cookies = trackPage(readCookies(this.cookies, 'source'), view);
    for (const cookie of formatCookies(cookies, this.settings, true)) {
      const [, name = '', value = '', age] = /^(\w+)=([^;]*).*?(?:; max-age=(\d+))?; secure$/.exec(cookie) ?? [];
      this.jar.set(name, { value, until: age ? this.minute + Number(age) / 60 : Number.POSITIVE_INFINITY });
    }
    return this.attribution;
  }

  get attribution(): SentAttribution {
    return toAttribution(readCookies(this.cookies, 'source'));
  }

  closeBrowser(): void {
    for (const [name, { until }] of this.jar) if (until === Number.POSITIVE_INFINITY) this.jar.delete(name);
  }
}

const marked = '/shop?utm_source=letter&utm_medium=email&utm_campaign=autumn&utm_content=top&utm_id=7&utm_term=bowl';
const rest = '&utm_source_platform=mailer&utm_creative_format=picture&utm_marketing_tactic=return';

describe('the source of a visit', () => {
  const first = new TestBrowser().open(marked + rest, 'https://mail.example/inbox?message=12');

  it('[3.6/3] [3.6/19] is utm for a link with parameters', () => {
    expect(first.source_type).toBe('utm');
  });

  it.each([
    ['[3.6/4]', 'referrer', 'https://mail.example/inbox'],
    ['[3.6/5]', 'utm_campaign', 'autumn'],
    ['[3.6/6]', 'utm_source', 'letter'],
    ['[3.6/7]', 'utm_medium', 'email'],
    ['[3.6/8]', 'utm_content', 'top'],
    ['[3.6/9]', 'utm_id', '7'],
    ['[3.6/10]', 'utm_term', 'bowl'],
    ['[3.6/11]', 'utm_source_platform', 'mailer'],
    ['[3.6/12]', 'utm_creative_format', 'picture'],
    ['[3.6/13]', 'utm_marketing_tactic', 'return'],
    ['[3.6/14]', 'session_entry', 'https://www.shop.example/shop'],
    ['[3.6/15]', 'session_start_time', '2026-11-23 06:30:00'],
    ['[3.6/16]', 'session_pages', '1'],
    ['[3.6/17]', 'session_count', '1'],
    ['[3.6/18]', 'user_agent', 'Browser/1.0'],
  ] as const)('%s has %s', (_, field, value) => {
    expect(first[field]).toBe(value);
  });

  it.each([
    ['https://www.google.co.uk/', 'google', '(none)'],
    ['https://www.google.com/', 'google', '(none)'],
    ['https://duckduckgo.com/', 'duckduckgo', '(none)'],
    ['https://www.bing.com/search?q=stoneware+bowl', 'bing', 'stoneware bowl'],
    ['https://de.search.yahoo.com/search?p=Schale', 'yahoo', 'Schale'],
    ['https://search.brave.com/', 'brave', '(none)'],
    ['https://yandex.com.tr/', 'yandex', '(none)'],
  ])('[3.6/20] is organic for the search engine %s', (referrer, utm_source, utm_term) => {
    const expected = { source_type: 'organic', utm_source, utm_medium: 'organic', utm_term };
    expect(new TestBrowser().open('/', referrer)).toMatchObject(expected);
  });

  it.each([
    'https://uk.search.yahoo.com/',
    'https://r.search.yahoo.com/',
    'https://cn.bing.com/',
    'https://m.baidu.com/',
    'https://m.search.naver.com/',
    'https://images.google.com/',
    'https://google.de/',
    'https://www.google.com.au/',
  ])('[G4] is organic for each host with results: %s', (referrer) => {
    expect(new TestBrowser().open('/', referrer).source_type).toBe('organic');
  });

  it.each([
    'https://accounts.google.com/o/oauth2',
    'https://login.yahoo.com/',
    'https://pay.google.com/',
    'https://checkout.stripe.com/c/pay',
    'https://appleid.apple.com/',
    'https://acs.bank.example/',
  ])('[G4] is none for hosts of signing in and paying, in a new session or a known one: %s', (referrer) => {
    expect(new TestBrowser().open('/', referrer).source_type).toBe('typein');
    const browser = new TestBrowser();
    browser.open('/?utm_campaign=autumn');
    expect(browser.open('/', referrer)).toMatchObject({ source_type: 'utm', utm_campaign: 'autumn' });
  });

  it.each([
    ['https://3d-prints.example/', '3d-prints.example'],
    ['https://www.pay-less.example/', 'pay-less.example'],
    ['https://secure-garden.example/', 'secure-garden.example'],
  ])('[G4] is a referral from a site whose name begins like such a host: %s', (referrer, source) => {
    expect(new TestBrowser().open('/', referrer)).toMatchObject({ source_type: 'referral', utm_source: source });
  });

  it.each([
    'https://maps.google.com/',
    'https://translate.google.com/',
    'https://finance.yahoo.com/',
    'https://disk.yandex.ru/',
    'https://id.pinterest.com/',
  ])('[G4] is a referral, and none within a session, for other hosts of search companies: %s', (referrer) => {
    expect(new TestBrowser().open('/', referrer).source_type).toBe('referral');
    const browser = new TestBrowser();
    browser.open('/?utm_campaign=autumn');
    expect(browser.open('/', referrer)).toMatchObject({ source_type: 'utm', utm_campaign: 'autumn' });
  });

  it.each([
    ['https://www.magazine.example/bowls?page=2', 'magazine.example', '/bowls'],
    ['https://notgoogle.com/', 'notgoogle.com', '/'],
    ['https://google.com.evil.example/', 'google.com.evil.example', '/'],
    ['https://mail.google.com/', 'mail.google.com', '/'],
  ])('[3.6/21] is referral for another site, %s', (referrer, utm_source, utm_content) => {
    const expected = { source_type: 'referral', utm_source, utm_medium: 'referral', utm_content };
    expect(new TestBrowser().open('/', referrer)).toMatchObject(expected);
  });

  it('[3.6/22] [3.6/23] is typein, (direct) and (none), for a direct visit', () => {
    const direct = { source_type: 'typein', utm_source: '(direct)', utm_medium: '(none)', referrer: '(none)' };
    expect(new TestBrowser().open('/')).toMatchObject(direct);
  });

  it('[3.6/24] has (none) for each missing value', () => {
    const found = new TestBrowser().open('/?utm_campaign=autumn');
    const missing = ['utm_source', 'utm_medium', 'utm_content', 'utm_id', 'utm_term', 'referrer'] as const;
    expect(missing.map((field) => found[field])).toEqual(missing.map(() => '(none)'));
    expect(Object.values(toAttribution({})).every((value) => value === '(none)')).toBe(true);
  });

  it('is the advertiser for links with its click id, unless parameters say more', () => {
    const paid = { source_type: 'utm', utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'google_cpc' };
    expect(new TestBrowser().open('/?gclid=a1', 'https://www.google.com/')).toMatchObject(paid);
    expect(new TestBrowser().open('/?yclid=a1')).toMatchObject({ utm_source: 'yandex', utm_campaign: 'yandex_cpc' });
    expect(new TestBrowser().open('/?gclid=a1&utm_campaign=bowls')).toMatchObject({ ...paid, utm_campaign: 'bowls' });
  });

  it.each([
    'https://www.shop.example/cart?key=1',
    'https://shop.example/',
    'https://blog.shop.example/',
    'https://www.paypal.com/checkoutnow',
    'https://paypal.com/',
    'android-app://com.google.android.gm/',
    'no address',
  ])('is no referral from %s', (referrer) => {
    expect(new TestBrowser().open('/', referrer).source_type).toBe('typein');
  });

  it('keeps nothing of queries, in which keys of signed links are', () => {
    const browser = new TestBrowser();
    browser.open('/order/abc?key=secret', 'https://www.shop.example/order/abc?key=secret');
    expect(browser.cookies).not.toContain('secret');
  });
});

describe('pages after the first', () => {
  it('keep the source, also when they come from another site or from paying', () => {
    const browser = new TestBrowser();
    browser.open(marked);
    for (const referrer of [
      '',
      'https://www.shop.example/shop',
      'https://magazine.example/',
      'https://www.paypal.com/',
    ])
      expect(browser.open('/cart', referrer)).toMatchObject({ source_type: 'utm', utm_campaign: 'autumn' });
    expect(browser.attribution.session_entry).toBe('https://www.shop.example/shop');
  });

  it('change it with a marked link or a search, in the middle of a session', () => {
    const browser = new TestBrowser();
    browser.open('/', 'https://magazine.example/');
    expect(browser.open('/', 'https://duckduckgo.com/')).toMatchObject({ source_type: 'organic', session_pages: '2' });
    browser.minute = 3;
    const changed = browser.open('/bowls?utm_source=letter');
    expect(changed).toMatchObject({
      source_type: 'utm',
      session_start_time: '2026-11-23 06:33:00',
      session_count: '1',
    });
    expect(browser.cookies).toContain('source_first=typ%3Dreferral');
  });

  it('[4.6/3] start a session when no session cookie exists', () => {
    const browser = new TestBrowser({ sourceMinutes: 100_000 });
    expect(browser.open('/').session_count).toBe('1');
    expect(browser.open('/').session_count).toBe('1');
    browser.jar.delete('source_session');
    expect(browser.open('/')).toMatchObject({ session_count: '2', session_pages: '1' });
  });

  it('[4.6/4] count up', () => {
    const browser = new TestBrowser();
    expect([1, 2, 3].map(() => browser.open('/').session_pages)).toEqual(['1', '2', '3']);
  });

  it('[9.8/2] belong to the session for 30 minutes after the last one', () => {
    const browser = new TestBrowser({ sourceMinutes: 100_000 });
    browser.open('/', 'https://magazine.example/');
    browser.minute = 29;
    expect(browser.open('/').session_count).toBe('1');
    browser.minute = 58;
    expect(browser.open('/')).toMatchObject({ session_count: '1', session_pages: '3' });
    browser.minute = 88;
    expect(browser.open('/', 'https://other.example/')).toMatchObject({
      session_count: '2',
      utm_source: 'other.example',
    });
  });
});

describe('the life of the source', () => {
  it('is that of the session by default', () => {
    const browser = new TestBrowser({ sourceMinutes: getSourceMinutes({ lifetimeMonths: null }) });
    browser.open(marked);
    browser.minute = 29;
    expect(browser.attribution.utm_campaign).toBe('autumn');
    browser.minute = 30;
    expect(browser.cookies).toBe('');
    expect(browser.open('/').source_type).toBe('typein');
  });

  it('[9.8/1] of 0.00001 months ends when the browser is closed', () => {
    const browser = new TestBrowser({ sourceMinutes: getSourceMinutes({ lifetimeMonths: 0.00001 }) });
    browser.open(marked);
    browser.minute = 300;
    expect(browser.open('/')).toMatchObject({ utm_campaign: 'autumn', session_count: '2' });
    browser.closeBrowser();
    browser.minute = 400;
    expect(browser.cookies).toBe('');
  });

  it('of months is longer than the browser is open', () => {
    expect(getSourceMinutes({ lifetimeMonths: 6 })).toBe(6 * 30 * 24 * 60);
    const browser = new TestBrowser({ sourceMinutes: 6 * 30 * 24 * 60 });
    browser.open(marked);
    browser.closeBrowser();
    browser.minute = 10_000;
    expect(browser.open('/')).toMatchObject({ utm_campaign: 'autumn', session_count: '2' });
  });
});

describe('the cookies', () => {
  it('have the names, fields and encoding of older trackers', () => {
    const browser = new TestBrowser();
    browser.open("/?utm_source=it's!&utm_campaign=a%7C%7C%7Cb");
    expect([...browser.jar.keys()]).toEqual(
      ['current', 'current_add', 'first', 'first_add', 'udata', 'session'].map((name) => `source_${name}`),
    );
    const current =
      "typ=utm|||src=it's!|||mdm=(none)|||cmp=a   b|||cnt=(none)|||trm=(none)|||id=(none)|||plt=(none)|||fmt=(none)|||tct=(none)";
    const encoded = browser.jar.get('source_current')?.value ?? '';
    expect(decodeURIComponent(encoded)).toBe(current);
    expect(encoded).not.toMatch(/[!~*'()]/);
    expect(decodeURIComponent(browser.jar.get('source_current_add')?.value ?? '')).toBe(
      'fd=2026-11-23 06:30:00|||ep=https://www.shop.example/|||rf=(none)',
    );
    expect(decodeURIComponent(browser.jar.get('source_session')?.value ?? '')).toMatch(/^pgs=1\|\|\|cpg=/);
    expect(decodeURIComponent(browser.jar.get('source_udata')?.value ?? '')).toMatch(/^vst=1\|\|\|uip=.*\|\|\|uag=/);
  });

  it('[G4] of older trackers are read although they were encoded twice', () => {
    const fields = 'typ=organic|||src=google|||mdm=organic|||cmp=50% off|||trm=bowl';
    for (const encoded of [encodeURIComponent(fields), encodeURIComponent(encodeURIComponent(fields))])
      expect(readCookies(`source_current=${encoded}`, 'source').current).toEqual({
        ...{ typ: 'organic', src: 'google', mdm: 'organic', cmp: '50% off', trm: 'bowl' },
      });
  });

  it('fit into the headers of a request, whatever a link has', () => {
    const text = fc.oneof(fc.string({ maxLength: 4000, unit: 'grapheme' }), fc.constant('€'.repeat(4000)));
    fc.assert(
      fc.property(text, text, (source, campaign) => {
        const browser = new TestBrowser();
        const query = new URLSearchParams({ utm_source: source, utm_campaign: campaign, utm_term: source });
        browser.open(`/?${query}`, `https://other.example/${campaign}`);
        expect(browser.cookies.length).toBeLessThan(7_000);
        expect(attributionFields.every((field) => browser.attribution[field].length <= 1000)).toBe(true);
        browser.open('/');
      }),
      { numRuns: 50 },
    );
  });

  it('of others that look alike do no harm', () => {
    for (const jar of ['source_current=%E0%A4%A', 'source_session=pgs', 'source_udata=vst=9999999999; x', '=;;='])
      expect(trackPage(readCookies(jar, 'source'), page).udata.vst).toBe('1');
  });

  it('[4.6/2] are all deleted, with every domain that they may have been set for', () => {
    const browser = new TestBrowser();
    browser.open('/');
    const jar = `${browser.cookies}; source_migrations=1; cart=7`;
    const deletions = formatDeletions(jar, 'source', 'www.shop.example');
    const deleted = new Set(deletions.map((cookie) => cookie.slice(0, cookie.indexOf('='))));
    expect([...deleted]).toEqual([...browser.jar.keys(), 'source_migrations']);
    expect(deletions.filter((cookie) => cookie.startsWith('source_session='))).toEqual([
      'source_session=; path=/; max-age=0',
      'source_session=; path=/; max-age=0; domain=www.shop.example',
      'source_session=; path=/; max-age=0; domain=shop.example',
    ]);
  });
});

const page: PageView = {
  url: new URL('https://www.shop.example/'),
  referrer: '',
  userAgent: '',
  now: start,
  ignoredReferrers: [],
};
