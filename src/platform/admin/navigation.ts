import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { adminPath } from './contract.ts';

/** Sections in the order of display. */
export const adminSections = [
  'home',
  'orders',
  'products',
  'customers',
  'marketing',
  'messages',
  'content',
  'reports',
  'settings',
] as const;

export type AdminSection = (typeof adminSections)[number];

export interface AdminNavigationEntry {
  /** One of nine sections, such as `orders` or `marketing`. */
  readonly section: AdminSection;
  readonly text: Text;
  /** Made with `adminPath`. A GET route with the same permission must answer it. */
  readonly path: string;
  /** Name of the permission that the page requires. Staff without it do not see the entry. */
  readonly permission: string;
  /** Position in the section: smaller numbers come first, equal ones in the order of the features. Default: 0. */
  readonly order?: number;
  /**
   * Counts the items that wait for the actor, by an index, since each page of the back office calls it once. 0 is not
   * shown.
   */
  readonly count?: (shop: Shop, db: Db, actor: Actor) => Promise<number>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** Entries in the order of the features. */
    readonly adminNavigation: readonly AdminNavigationEntry[];
  }
}

export function listNavigation(
  navigation: readonly AdminNavigationEntry[],
  actor: Actor,
): readonly AdminNavigationEntry[] {
  return navigation.filter(({ permission }) => isPermitted(actor, permission));
}

export interface NavigationGroup {
  readonly section: AdminSection;
  readonly entries: readonly [AdminNavigationEntry, ...AdminNavigationEntry[]];
}

/** Groups entries by section, in order. Sections without entries are left out. */
export function groupNavigation(entries: readonly AdminNavigationEntry[]): readonly NavigationGroup[] {
  return adminSections.flatMap((section) => {
    const ofSection = entries.filter((entry) => entry.section === section);
    const [first, ...others] = ofSection.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    return first ? [{ section, entries: [first, ...others] as const }] : [];
  });
}

/**
 * Finds the entry of a page: the entry with its path, or with the longest path above it. The start page counts as
 * above no page.
 */
export function findCurrentEntry(
  entries: readonly AdminNavigationEntry[],
  path: string,
): AdminNavigationEntry | undefined {
  const above = entries.filter(
    (entry) => path === entry.path || (entry.path !== adminPath() && path.startsWith(`${entry.path}/`)),
  );
  return above.sort((a, b) => b.path.length - a.path.length)[0];
}
