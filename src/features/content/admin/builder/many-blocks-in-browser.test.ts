import type { BrowserContext, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Block } from '#features/content/blocks/block.ts';
import { listBlocks } from '#features/content/blocks/tree.ts';
import { countQueries } from '#platform/database/database.ts';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { text } from '#tests/support/every-block.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { renderBlocksPath } from './contract.shared.ts';

const { database } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const ada = createStaffCookie('Ada', 'admin.open', 'content.read', 'content.write');

const listTexts = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => text(`t${from + index}`, `<p>Text ${from + index}.</p>`));
const columns = (id: string, children: readonly Block[]): Block => ({
  ...{ id, type: 'columns', values: { count: '2' } },
  children: [{ id: `${id}g`, type: 'group', values: { title: '' }, children }],
});
/** As many blocks as a page may have, in six levels. */
const many = [
  ...listTexts(0, 60),
  columns('a', [...listTexts(60, 100), columns('b', [...listTexts(100, 144), columns('c', [])])]),
];
const few = listTexts(0, 10);
let pages: { readonly few: number; readonly many: number };

beforeAll(async () => {
  pages = { few: await addBlocks(open.app.shop, 'few', few), many: await addBlocks(open.app.shop, 'many', many) };
});

async function openBuilder(page: Page, id: number, texts: number): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/admin/content/${id}/build`);
  await page
    .frameLocator('.page-builder iframe')
    .locator('.builder-leaf')
    .nth(texts - 1)
    .waitFor();
  await page.waitForLoadState('networkidle');
}

/** Counts components that React renders, as its tools for developers do. */
function countRenders(): void {
  interface Fiber {
    readonly tag: number;
    readonly flags: number;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly alternate: Fiber | null;
  }
  const count = (fiber: Fiber): number => {
    // Functions, also in `memo` and `forwardRef`, that did work.
    let rendered = [0, 11, 15].includes(fiber.tag) && (fiber.flags & 1) === 1 ? 1 : 0;
    if (fiber.child !== fiber.alternate?.child)
      for (let child = fiber.child; child; child = child.sibling) rendered += count(child);
    return rendered;
  };
  const hook = {
    ...{ supportsFiber: true, renders: 0, inject: () => 1, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {} },
    onCommitFiberRoot(_id: number, { current }: { readonly current: Fiber }) {
      hook.renders += count(current);
    },
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}

const setRenders = (page: Page) =>
  page.evaluate(() => {
    const hook = Reflect.get(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__') as { renders: number };
    const { renders } = hook;
    hook.renders = 0;
    return renders;
  });

/** Bytes of script on the wire, from now on. */
async function countScript(context: BrowserContext, page: Page): Promise<{ bytes: number }> {
  const counted = { bytes: 0 };
  const scripts = new Set<string>();
  const network = await context.newCDPSession(page);
  network.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) counted.bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  return counted;
}

describe('a page of 150 blocks in the page builder', () => {
  it('is one of the longest pages that there may be', () => {
    expect(listBlocks(many)).toHaveLength(150);
  });

  it('is opened with the requests and the queries of a page of ten', async () => {
    const { page, watch } = await open.shopper();
    await setSessionCookie(page, ada);
    const requests: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname.replace(/\d+\/build$/, 'id/build');
      if (['document', 'fetch', 'xhr'].includes(request.resourceType())) requests.push(`${request.method()} ${path}`);
    });
    await openBuilder(page, pages.few, 10);
    const ofFew = requests.splice(0);
    await openBuilder(page, pages.many, 144);
    expect(requests).toEqual(ofFew);
    expect(requests.length).toBeLessThan(4);
    const queries: number[] = [];
    for (const id of [pages.few, pages.many]) {
      const ask = () => open.app.http.inject({ url: `/admin/content/${id}/build`, headers: { cookie: ada } });
      queries.push((await countQueries(ask)).queries);
    }
    expect(queries[1]).toBe(queries[0]);
    expect(watch.problems()).toEqual([]);
  });

  it('renders and asks for what was typed into alone, from the first key on', async () => {
    const renders: Record<string, number[]> = {};
    for (const [name, id, texts] of [
      ['few', pages.few, 10],
      ['many', pages.many, 144],
    ] as const) {
      const { page } = await open.shopper();
      await page.addInitScript(countRenders);
      await setSessionCookie(page, ada);
      await openBuilder(page, id, texts);
      const asked: string[][] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === renderBlocksPath)
          asked.push(request.postDataJSON().blocks.map((block: Block) => block.id));
      });
      const frame = page.frameLocator('.page-builder iframe');
      await frame.getByText('Text 3.', { exact: true }).click();
      const surface = page.locator('.page-builder .rich-text__surface');
      await surface.click();
      await setRenders(page);
      renders[name] = [];
      for (const letters of ['a', 'b', 'c']) {
        await page.keyboard.type(letters);
        await expect.poll(async () => asked.length).toBe(['a', 'b', 'c'].indexOf(letters) + 1);
        await frame
          .getByText(/^[a-c]*Text 3\.[a-c]*$/)
          .filter({ hasText: letters })
          .waitFor();
        renders[name].push(await setRenders(page));
      }
      expect(asked).toEqual([['t3'], ['t3'], ['t3']]);
    }
    // Fewer than there are blocks, also with the first change, which the bar tells of.
    expect(Math.max(...(renders.many ?? []))).toBeLessThan(120);
    expect(renders.many?.at(-1)).toBeLessThanOrEqual((renders.few?.at(-1) ?? 0) + 10);
  });

  it('and an editor stay within their bytes of script, none of which holds up the first paint', async () => {
    const sizes: number[] = [];
    for (const path of [`/admin/content/${pages.many}/build`, `/admin/content/${pages.many}`]) {
      const { page, context } = await open.shopper();
      await setSessionCookie(page, ada);
      const script = await countScript(context, page);
      await page.goto(path);
      if (path.endsWith('build'))
        await page.frameLocator('.page-builder iframe').getByText('Text 3.', { exact: true }).click();
      else {
        await waitForHydration(page, 'vt-behaviour[name="platform/admin/forms/admin-form"]');
        await page.locator('#blocks-row-t3').click();
      }
      await page.locator('.rich-text__surface').waitFor();
      await page.waitForLoadState('networkidle');
      const blocking = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => entry as PerformanceResourceTiming & { readonly renderBlockingStatus?: string })
          .filter(({ name, renderBlockingStatus }) => name.endsWith('.js') && renderBlockingStatus === 'blocking')
          .map(({ name }) => name),
      );
      expect(blocking).toEqual([]);
      sizes.push(script.bytes);
    }
    const [builder = 0, editor = 0] = sizes;
    expect(builder).toBeGreaterThan(100_000);
    expect(builder).toBeLessThanOrEqual(450_000);
    expect(editor).toBeLessThanOrEqual(250_000);
  });
});
