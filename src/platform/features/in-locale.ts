import type { Shop } from './shop.ts';

/** What depends on the language of a shop. */
type LocalParts = Pick<Shop, 't' | 'renderMail' | 'renderContext'> & { readonly getChoices: () => Shop['choices'] };

/** @param createParts called once for each locale */
export function createInLocale(getShop: () => Shop, createParts: (locale: string) => LocalParts): Shop['inLocale'] {
  const shops = new Map<string, Shop>();
  return (locale) => {
    const shop = getShop();
    if (locale === shop.choices.locale) return shop;
    const known = shops.get(locale) ?? createLocalShop(shop, createParts(locale));
    shops.set(locale, known);
    return known;
  };
}

/** `choices` follows changes of the owner, as that of the shop does. */
function createLocalShop(shop: Shop, { getChoices, ...parts }: LocalParts): Shop {
  return Object.defineProperty({ ...shop, ...parts }, 'choices', { get: getChoices });
}
