import { contentOfShop } from '#app/initial-content.ts';
import type { Block, InitialEntry } from '#features/content/index.ts';

const journalLink: Block = { id: 'journal', type: 'menu-link', values: { text: 'Journal', href: '/journal' } };

/** The menus of every shop, with a link to the journal: in the main menu, and in the first column of the footer. */
export const menus: readonly InitialEntry[] = contentOfShop
  .filter(({ kind }) => kind === 'menu')
  .map((menu) => ({
    ...menu,
    blocks: (...given) => {
      const own = menu.blocks(...given);
      if (menu.slug === 'main') return [...own, journalLink];
      const [first, ...others] = own;
      return first ? [{ ...first, children: [...(first.children ?? []), journalLink] }, ...others] : own;
    },
  }));
