import { type CategoryNode, categoryPath, shopPath } from '#features/catalog/index.ts';
import { consentPath, consentTexts } from '#features/consent/index.ts';
import { type contactFormSettings, type FormIds, listContactLinks } from '#features/contact-forms/index.ts';
import { listFooterLinks, type PublishedPage } from '#features/content/index.ts';
import type { searchSettings } from '#features/search/index.ts';
import { withdrawalPath, type withdrawalSettings, withdrawalTexts } from '#features/withdrawals/index.ts';
import type { SettingsDefinition } from '#platform/config/settings.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { storefrontSettings } from '../settings.ts';
import { texts } from '../texts.ts';
import type { LayoutData, MenuEntry } from './layout-data.ts';
import { createStoreNotice } from './store-notice.tsx';

/** Top-level categories that fit in the menu. */
const menuLength = 6;

type Values<Definition> = Definition extends SettingsDefinition<infer Known> ? Known : never;

interface Frame {
  readonly data: LayoutData;
  /** Paths of the links to categories. */
  readonly links: ReadonlySet<string>;
  /** What the header, the sidebar and the footer depend on, besides the path. */
  readonly json: string;
}

/** What the layout shows on all pages. */
export function createFrame(
  { name, tagline, address, email }: Shop['choices'],
  t: Translate,
  tree: readonly CategoryNode[],
  settings: Values<typeof storefrontSettings>,
  search: Values<typeof searchSettings>,
  { isOffered: hasWithdrawals }: Values<typeof withdrawalSettings>,
  /** Whether shoppers have something to choose on the page of the cookies. */
  hasPurposes: boolean,
  ofContact: Values<typeof contactFormSettings>,
  formIds: FormIds,
  pages: readonly PublishedPage[],
): Frame {
  const categories = tree.map(toMenuEntry);
  const allProducts = { name: t(texts.shopAll), href: shopPath, children: [] };
  const menu = [allProducts, ...categories.slice(0, menuLength)];
  const contact = {
    title: t(texts.contact),
    entries: [
      ...address.map((line) => ({ name: line })),
      { name: email, href: `mailto:${email}` },
      ...listContactLinks(ofContact, formIds, t),
    ],
  };
  const shopLinks = { title: t(texts.footerShop), entries: menu.map(({ name, href }) => ({ name, href })) };
  // Directive 2011/83/EU, article 11a(1): prominent and available at any time.
  const withdrawal = hasWithdrawals ? [{ name: t(withdrawalTexts.footerLink), href: withdrawalPath }] : [];
  const consent = hasPurposes ? [{ name: t(consentTexts.footerLink), href: consentPath }] : [];
  const help = listFooterLinks(pages, 'help');
  const legal = [...listFooterLinks(pages, 'legal'), ...withdrawal, ...consent];
  const data = {
    notice: createStoreNotice(settings),
    stickyHeader: settings.stickyHeader,
    categories: [allProducts, ...categories],
    contact,
    legal,
    email,
    shopName: name,
    tagline,
    menu,
    footer: [
      shopLinks,
      { title: t(texts.footerHelp), entries: help },
      contact,
      { title: t(texts.footerLegal), entries: legal },
    ].filter(({ entries }) => entries.length > 0),
    social: settings.social,
    paymentMarks: settings.paymentMarks,
  };
  const links = data.categories.flatMap(({ href, children }) => [href, ...children.map((child) => child.href)]);
  return { data, links: new Set(links), json: JSON.stringify([data, { ...search, synonyms: [] }]) };
}

/** Computes again when one of the arguments is another object than at the last call. */
export function memoizeLast<Arguments extends readonly unknown[], Value>(
  compute: (...values: Arguments) => Value,
): (...values: Arguments) => Value {
  let last: { readonly values: Arguments; readonly value: Value } | null = null;
  return (...values) => {
    if (!last?.values.every((value, index) => value === values[index])) last = { values, value: compute(...values) };
    return last.value;
  };
}

function toMenuEntry({ name, slug, children }: CategoryNode): MenuEntry {
  return {
    name,
    href: categoryPath(slug),
    children: children.map((child) => ({ name: child.name, href: categoryPath(child.slug) })),
  };
}
