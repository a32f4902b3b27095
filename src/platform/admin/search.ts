import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { Hit } from './contract.ts';
import { findRows } from './lists/find-rows.ts';
import { listNavigation } from './navigation.ts';

/**
 * Finds what somebody may go to in the back office: records by number, name or email, exact matches first, a few of each kind, and actions
 * as links to their pages. An implementation checks the actor's permissions, and reads by an index: it runs with each
 * key in the palette. The query is trimmed and not empty.
 */
export type FindHits = (shop: Shop, db: Db, actor: Actor, query: string) => Promise<readonly Hit[]>;

/** Adds to what the palette of the back office finds, in the order of the wiring, after pages and rows of lists. One that throws is left out. */
export const adminSearch = definePort<FindHits>('admin.search');

export const maxQueryLength = 100;

/**
 * Finds pages of the navigation, by words of their titles, rows of lists, and what features find. Without a query all pages.
 * @param pages name of the group of the pages
 */
export async function searchAdmin(
  shop: Shop,
  actor: Actor,
  query: string,
  { pages, sections }: { readonly pages: Text; readonly sections: Readonly<Record<string, Text>> },
): Promise<readonly Hit[]> {
  const { t } = shop;
  const wanted = query.trim().slice(0, maxQueryLength);
  const words = toWords(wanted);
  const entries = listNavigation(shop.adminNavigation, actor).map(({ text, section, path }) => ({
    ...{ group: t(pages), title: t(text), href: path },
    ...(sections[section] ? { detail: t(sections[section]) } : {}),
  }));
  const found = entries.filter(({ title, detail = '' }) => startWords(toWords(`${title} ${detail}`), words));
  if (wanted === '') return found;
  const others = await Promise.all(
    [findRows, ...shop.implementations(adminSearch)].map(async (find) => {
      try {
        return await find(shop, shop.db, actor, wanted);
      } catch (error) {
        // A palette that shows the rest helps more than one that shows nothing.
        shop.log.error({ err: error }, 'a search of the back office failed');
        return [];
      }
    }),
  );
  return [...found, ...others.flat()];
}

const toWords = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether each wanted word starts a word of the title. */
const startWords = (title: readonly string[], wanted: readonly string[]) =>
  wanted.every((word) => title.some((each) => each.startsWith(word)));
