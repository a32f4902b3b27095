import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkAxe } from '../e2e/support/axe.ts';
import { Watch } from '../e2e/support/watch.ts';
import { getTestBrowser } from './support/test-browser.ts';

const validPage = '<html lang="en"><title>Valid</title><main><h1>Valid</h1><p>Text.</p></main></html>';
const pages: Record<string, string> = {
  '/': validPage,
  '/picture': `${validPage}<img src="/gone.png" alt="A jug">`,
  '/slow-picture': `${validPage}<img src="/never.png" alt="A jug">`,
  '/unnamed-picture': `${validPage}<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
  '/for-script': `${validPage}<script>document.body.append(document.createElement('img'))</script>`,
  '/without-script': `${validPage}<noscript><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></noscript>`,
};

let server: Server;
let browser: Browser;
let address: string;
let context: BrowserContext;
let page: Page;
let watch: Watch;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/never.png') return;
    const body = pages[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pages['/favicon.ico'] = '';
  browser = await getTestBrowser();
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  context = await browser.newContext();
  watch = new Watch();
  watch.watch(context);
  page = await context.newPage();
  return () => context.close();
});

describe('the watch over a browser test', () => {
  it('reports nothing for a valid page', async () => {
    await page.goto(address);
    expect(watch.problems()).toEqual([]);
  });

  it('reports console errors, console warnings and exceptions', async () => {
    await page.goto(address);
    await page.evaluate(() => {
      console.log('fine');
      console.warn('beware');
      console.error('broken');
      setTimeout(() => {
        throw new Error('thrown away');
      });
    });
    await expect
      .poll(() => watch.problems().map((problem) => problem.split(/[\n(]/)[0]?.trim()))
      .toEqual(['console warning: beware', 'console error: broken', 'thrown: Error: thrown away']);
  });

  it('names an uncaught rejection without a stack', async () => {
    await page.goto(address);
    await page.evaluate(() => void Promise.reject(new DOMException('too late', 'AbortError')));
    await expect.poll(() => watch.problems()).toEqual(['thrown: AbortError: too late']);
  });

  it('reports a response of 400 or more once, and a failed request', async () => {
    await page.goto(`${address}/picture`);
    expect(watch.problems()).toEqual([`response 404: GET ${address}/gone.png`]);
    await page.evaluate(() => fetch('http://127.0.0.1:1/').catch(() => undefined));
    await expect.poll(() => watch.problems().join('\n')).toMatch(/request net::ERR_\w+: GET http:\/\/127\.0\.0\.1:1\//);
  });

  it('ignores requests that were pending when the page was left', async () => {
    await page.goto(`${address}/slow-picture`, { waitUntil: 'domcontentloaded' });
    await page.goto(address);
    expect(watch.problems()).toEqual([]);
  });

  it('reports a request that the page aborted', async () => {
    await page.goto(address);
    await page.evaluate(async () => {
      const controller = new AbortController();
      const answer = fetch('/never.png', { signal: controller.signal }).catch(() => undefined);
      controller.abort();
      await answer;
    });
    await expect.poll(() => watch.problems()).toEqual([`request net::ERR_ABORTED: GET ${address}/never.png`]);
  });

  it('ignores allowed problems only', async () => {
    watch.allow('/gone.png', /^console warning: beware/);
    await page.goto(`${address}/picture`);
    await page.evaluate(() => {
      console.warn('beware');
      console.warn('other');
    });
    await expect.poll(() => watch.problems()).toHaveLength(1);
    expect(watch.problems()[0]).toContain('other');
  });
});

describe('the accessibility check', () => {
  it('passes a valid page and names the problems of another', async () => {
    await page.goto(address);
    await checkAxe(page);
    await page.goto(`${address}/unnamed-picture`);
    const failure = await checkAxe(page).then(
      () => 'passed',
      (error: Error) => error.message,
    );
    expect(failure).toContain('image-alt (critical)');
    expect(failure).toContain('<img src="data:');
  });

  it('checks a page in a browser without script', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const bare = await plain.newPage();
    await bare.goto(`${address}/for-script`);
    await checkAxe(bare);
    await bare.goto(`${address}/without-script`);
    await expect(checkAxe(bare)).rejects.toThrow('image-alt (critical)');
    await plain.close();
  });
});
