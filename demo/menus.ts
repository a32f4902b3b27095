import { contentOfShop } from '#app/initial-content.ts';
import type { Block, InitialEntry } from '#features/content/index.ts';

const journalLink: Block = { id: 'journal', type: 'menu-link', values: { text: 'Journal', href: '/journal' } };

/** The footer of every shop, with a link to the journal in its first column. The main menu has no room for it on a laptop. */
export const menus: readonly InitialEntry[] = contentOfShop
  .filter(({ kind, slug }) => kind === 'menu' && slug === 'footer')
  .map((menu) => ({
    ...menu,
    blocks: (...given) => {
      const [first, ...others] = menu.blocks(...given);
      return first ? [{ ...first, children: [...(first.children ?? []), journalLink] }, ...others] : [];
    },
  }));
