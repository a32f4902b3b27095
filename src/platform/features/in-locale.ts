import type { Shop } from './shop.ts';

/** What depends on the language of a shop. */
type LocalParts = Pick<Shop, 'choices' | 't' | 'renderMail' | 'renderContext'>;

/** @param createParts called once for each locale */
export function createInLocale(getShop: () => Shop, createParts: (locale: string) => LocalParts): Shop['inLocale'] {
  const shops = new Map<string, Shop>();
  return (locale) => {
    const shop = getShop();
    if (locale === shop.choices.locale) return shop;
    const known = shops.get(locale) ?? { ...shop, ...createParts(locale) };
    shops.set(locale, known);
    return known;
  };
}
