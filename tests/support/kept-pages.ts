import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '#app/app.ts';
import type { KeepHtml } from '#platform/pages/kept-html.ts';
import type { PageStore, RenderResult } from '#platform/pages/pages.ts';

/** Kept pages without a moved tag that are compared after a test. */
const maxOtherPages = 20;

interface KeptPages {
  /** Resolves once the shop shows what was committed before. */
  awaitWrites(): Promise<void>;
  /**
   * Compares kept pages with a fresh render when a cache tag moved since the last call: those with
   * a moved tag, and `maxOtherPages` others, the longest not compared first.
   * @returns a description of each difference
   */
  compare(): Promise<string[]>;
  drop(): void;
}

/** Those of the shops that tests of the current file have opened. */
const openShops = new Set<KeptPages>();

/** Tags that moved in this process, in order. Several shops may share a database. */
const movedTags: string[] = [];

/** In a fresh render, values that pages share are loaded again, and no kept HTML is used. */
const freshRender = new AsyncLocalStorage<true>();

/** Watches the page cache of a test shop, which `compareKeptPages` then includes. */
export function watchKeptPages({ shop }: App): KeptPages {
  const { keepHtml } = shop;
  const keepHtmlUnlessFresh: KeepHtml = (part, inputs, element) =>
    keepHtml(part, freshRender.getStore() ? null : inputs, element);
  Object.assign(shop, { keepHtml: keepHtmlUnlessFresh });
  const store = shop.pages as PageStore;
  const { invalidate, remember, serve } = store;
  const renders = new Map<string, () => Promise<RenderResult>>();
  let [awaited, compared] = [movedTags.length, movedTags.length];
  Object.assign(store, {
    async invalidate(tx, tags) {
      await invalidate(tx, tags);
      movedTags.push(...tags);
    },
    remember: (key, tags, load) => (freshRender.getStore() ? load() : remember(key, tags, load)),
    serve(url, key, isStored, render) {
      if (isStored) renders.set(key, render);
      return serve(url, key, isStored, render);
    },
  } satisfies Partial<PageStore>);

  const awaitWrites = async () => {
    if (awaited === movedTags.length) return;
    awaited = movedTags.length;
    await store.awaitInvalidations();
  };
  const kept: KeptPages = {
    awaitWrites,
    async compare() {
      if (compared === movedTags.length) return [];
      await awaitWrites();
      const moved = new Set(movedTags.slice(compared));
      compared = movedTags.length;
      const keys = [...renders.keys()].filter((key) => store.find(key));
      const hasMoved = (key: string) => store.find(key)?.entry.tags.some((tag) => moved.has(tag)) ?? false;
      const others = keys.filter((key) => !hasMoved(key)).slice(0, maxOtherPages);
      const differences = [];
      for (const key of [...keys.filter(hasMoved), ...others]) {
        const render = renders.get(key);
        if (!render) continue;
        renders.delete(key);
        renders.set(key, render);
        differences.push(...(await comparePage(store, key, render)));
      }
      return differences;
    },
    drop: () => store.invalidateHere([...renders.keys()].flatMap((key) => store.find(key)?.entry.tags ?? [])),
  };
  openShops.add(kept);
  return kept;
}

async function comparePage(store: PageStore, key: string, render: () => Promise<RenderResult>): Promise<string[]> {
  const entry = store.find(key)?.entry;
  if (!entry) return [];
  const fresh = readBody(await freshRender.run(true, render));
  const body = entry.plain.body.toString();
  // A job may have written during the render.
  if (fresh === body || store.find(key)?.entry !== entry) return [];
  return [`${key} [${entry.tagHeader}]\n${describeDifference(body, fresh)}`];
}

function readBody(result: RenderResult): string {
  if ('html' in result) return result.html;
  return 'raw' in result ? result.raw.body : JSON.stringify(result);
}

/** Shows both texts from shortly before the first character that differs. */
function describeDifference(kept: string, fresh: string): string {
  let start = 0;
  while (start < kept.length && kept[start] === fresh[start]) start += 1;
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, start - 60), start + 100));
  return `  kept:  ${excerpt(kept)}\n  fresh: ${excerpt(fresh)}`;
}

/**
 * Compares the pages of the shops that tests of this file have opened.
 * @throws Error with path, tags and first difference of each page that a write should have dropped
 */
export async function compareKeptPages(): Promise<void> {
  const differences = [];
  for (const shop of openShops) differences.push(...(await shop.compare()));
  if (differences.length === 0) return;
  throw new Error(`Pages are kept that a fresh render shows otherwise:\n${differences.join('\n')}`);
}

/** For tests that change rows by SQL, which moves no cache tag. */
export function dropKeptPages(): void {
  for (const shop of openShops) shop.drop();
}

export function forgetKeptPages(): void {
  openShops.clear();
}
