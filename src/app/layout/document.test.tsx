import { createHash } from 'node:crypto';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CartLink } from '#features/mini-cart/index.ts';
import type { PageView } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { createTranslate } from '#platform/texts/texts.ts';
import { transitionScriptHash } from '#ui/transition-script.tsx';
import { storefrontSettings } from '../settings.ts';
import { texts } from '../texts.ts';
import { defaultTheme } from '../theme.ts';
import { Document } from './document.tsx';
import { ErrorPage } from './error-page.tsx';
import type { LayoutData } from './layout-data.ts';
import { createStoreNotice, noticeScriptHash } from './store-notice.tsx';

const context: RenderContext = {
  locale: 'en',
  currency: 'EUR',
  taxDisplay: 'including',
  path: '/category/bowls',
  query: {},
  now: new Date('2026-11-21T12:00:00Z'),
  t: createTranslate('en'),
  price: ({ amount }) => `€${amount / 100}`,
  absolute: (path) => `https://shop.example${path}`,
};
const layout = {
  ...{ shopName: 'Saltmarsh', logo: null, darkLogo: null, icon: null },
  tagline: 'Stoneware from an estuary.',
  notice: { id: 'a1b2', text: 'Firing on Thursday.', days: 30 },
  stickyHeader: 'always' as const,
  menu: [
    {
      ...{ kind: 'group' as const, name: 'Bowls', href: '/category/bowls', isWide: false },
      columns: [{ title: '', parts: [{ kind: 'link' as const, name: 'Small', href: '/category/small' }] }],
    },
  ],
  contact: { title: 'Studio', parts: [{ kind: 'text' as const, name: 'Quay Lane 4' }] },
  legal: [{ name: 'Cookie settings', href: '/cookie-settings' }],
  email: 'studio@example.org',
  social: [{ name: 'Mastodon', href: 'https://social.example/@saltmarsh' }],
  paymentMarks: ['Bank transfer'],
  footer: [
    {
      title: 'Studio',
      parts: [
        { kind: 'text' as const, name: 'Quay Lane 4' },
        { kind: 'link' as const, name: 'Write', href: 'mailto:a@example.org' },
      ],
    },
  ],
};
const assets = {
  styles: ['/assets/look.css'],
  entry: '/assets/browser.js',
  fonts: ['/assets/serif.woff2'],
};

const config = {
  rest: '/rest',
  ajax: '/ajax',
  noncePath: '/nonces',
  nonceHeader: 'X-Shop-Nonce',
  privatePath: '/private',
  hintCookie: 'hint',
  badges: {},
  locale: 'en',
};

function render(view: Partial<PageView> = {}, browserConfig = config, layoutData: LayoutData = layout): string {
  const pageView: PageView = { kind: 'page', title: 'Bowls', body: <h1>Bowls</h1>, tags: [], ...view };
  const { paper } = defaultTheme;
  const keep = (_part: string, element: ReactElement) => renderToString(element);
  const page = { context, view: pageView, layout: layoutData, keep };
  const props = { ...page, assets, paper, config: browserConfig, nonce: null };
  return renderToString(<Document {...props} />);
}

describe('the document', () => {
  it('has page and shop in its title, and only the shop on the home page', () => {
    expect(render()).toContain('<title>Bowls – Saltmarsh</title>');
    expect(render({ title: 'Saltmarsh' })).toContain('<title>Saltmarsh</title>');
  });

  it('has a canonical address, or noindex when it is missing or private', () => {
    expect(render()).toContain('<link rel="canonical" href="https://shop.example/category/bowls"/>');
    expect(render({ canonical: '/shop' })).toContain('href="https://shop.example/shop"');
    for (const view of [{ robots: 'noindex' }, { status: 404 }] as const) {
      const html = render(view);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).not.toContain('canonical');
    }
  });

  it('loads styles and fonts early, and its one script late', () => {
    const html = render();
    const [head = '', body = ''] = html.split('</head>');
    expect(head).toContain('href="/assets/look.css"');
    expect(head).toMatch(/rel="preload" href="\/assets\/serif.woff2" as="font" type="font\/woff2" crossorigin/);
    expect(head, 'nothing that blocks the first paint').not.toMatch(/<script[^>]*src=/);
    expect(body.match(/<script[^>]*src=/g)).toHaveLength(1);
    expect(body).toMatch(/<script type="module" src="\/assets\/browser.js" fetchPriority="low">/i);
  });

  it('escapes its configuration, so that it can not end the element or become markup', () => {
    const hostileConfig = { ...config, hintCookie: '</script><script>alert(1)</script><!--' };
    const json =
      /<script type="application\/json" id="vt-config">(.*?)<\/script>/s.exec(render({}, hostileConfig))?.[1] ?? '';
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(hostileConfig);
  });

  it('has one of each landmark, a skip link and a status region', () => {
    const html = render();
    for (const name of ['header', 'main', 'footer']) expect(html.match(new RegExp(`<${name}\\b`, 'g'))).toHaveLength(1);
    expect(html).toMatch(/<body><a class="skip-link" href="#main">/);
    expect(html).toMatch(/id="vt-status" role="status"/);
  });

  it('marks the current page in the menu', () => {
    const marked = render().match(/<a [^>]*aria-current="page"[^>]*>/g) ?? [];
    expect(marked).toHaveLength(2);
    for (const link of marked) expect(link).toContain('href="/category/bowls"');
  });

  it('opens and closes the sidebar without script', () => {
    const html = render();
    expect(html).toMatch(/<button[^>]*popoverTarget="site-sidebar"[^>]*>.*?Menu/i);
    expect(html).toMatch(/<dialog[^>]*id="site-sidebar" popover="auto"/i);
    expect(html).toMatch(/popoverTargetAction="hide"/i);
  });

  it('contains exactly the inline scripts whose hashes the policy allows', () => {
    const scripts = [...render().matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
    const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(hashes).toEqual([transitionScriptHash, noticeScriptHash]);
  });

  it('turns on transitions before any style sheet can be awaited', () => {
    const [head = ''] = /<head>.*<\/head>/s.exec(render()) ?? [];
    expect(head.indexOf('@view-transition')).toBeGreaterThan(0);
    expect(head.indexOf('@view-transition')).toBeLessThan(head.indexOf('rel="stylesheet"'));
  });

  it('has the id of its notice, and no script for it without one', () => {
    expect(render()).toMatch(/<html lang="en" data-notice="store_noticea1b2">/);
    const html = render({}, config, { ...layout, notice: null });
    expect(html).not.toContain('data-notice');
    expect(html).not.toContain('site-notice');
  });

  it('[9.3/2] shows a notice again when its text or its version changes', () => {
    const settings = { notice: 'Closed on Monday.', cookieNoticeVersion: 1, noticeDays: 30 };
    const id = createStoreNotice(settings)?.id;
    expect(createStoreNotice(settings)?.id).toBe(id);
    expect(createStoreNotice({ ...settings, cookieNoticeVersion: 2 })?.id).not.toBe(id);
    expect(createStoreNotice({ ...settings, notice: 'Closed on Tuesday.' })?.id).not.toBe(id);
    expect(createStoreNotice({ ...settings, notice: '' })).toBeNull();
    expect(storefrontSettings.schema.parse({}).cookieNoticeVersion).toBe(1);
  });

  it('has an empty element for the cart count, which is not part of the cached page', () => {
    const cart = <CartLink context={context} themePrefix="theme" />;
    expect(render({}, config, { ...layout, cart })).toMatch(
      /<a class="tool" href="\/cart" data-cart-link="">.*?Cart.*?<span class="count" data-count="cart" hidden=""><\/span>/,
    );
  });
});

describe('an error page', () => {
  const renderError = (status: 404 | 500 | 503, more: { requestId?: string; canRetry?: boolean } = {}) =>
    renderToString(<ErrorPage status={status} context={context} {...more} />);

  it('links to the shop and the home page from a missing address', () => {
    expect(renderError(404)).toMatch(/href="\/shop".*href="\/"/);
  });

  it('offers a retry, and shows the request id for a server error', () => {
    const html = renderError(500, { requestId: 'req-7' });
    expect(html).toContain('href="/category/bowls"');
    expect(html).toContain('req-7');
    expect(renderError(404, { requestId: 'req-7' })).not.toContain('req-7');
  });

  it('promises nothing of data, since it knows nothing of it', () => {
    const promises =
      /\b(saved?|safe|unharmed|unchanged|charged|nothing|stored|kept your|lost|logged|know|informed|fix(ed|ing))\b/i;
    for (const status of [400, 401, 403, 404, 500, 503] as const)
      for (const canRetry of [true, false])
        expect(renderToString(<ErrorPage status={status} context={context} canRetry={canRetry} />)).not.toMatch(
          promises,
        );
    for (const text of [texts.failedText, texts.failedWriteText, texts.busyText])
      expect(text.message).not.toMatch(promises);
  });

  it('tells whoever has written something to look before sending it again', () => {
    const html = renderError(500, { canRetry: false });
    expect(html).toContain(
      'Something went wrong on our side, and we can’t tell whether your request was completed. Please check before you send it again.',
    );
    expect(html).not.toContain('Retry');
    expect(renderError(500)).not.toContain(
      'Something went wrong on our side, and we can’t tell whether your request was completed. Please check before you send it again.',
    );
  });

  it('leads from a failed page of the back office to its start', () => {
    const admin = { ...context, path: '/admin/orders' };
    expect(renderToString(<ErrorPage status={404} context={admin} />)).toContain('href="/admin"');
    expect(renderToString(<ErrorPage status={403} context={admin} />)).toMatch(/href="\/"/);
  });

  it('never links to the address of a POST', () => {
    expect(renderError(500, { canRetry: false })).not.toContain('href="/category/bowls"');
    expect(renderError(503, { canRetry: false })).not.toContain('href="/category/bowls"');
  });
});
