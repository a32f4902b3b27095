import { consentPath, consentTexts } from '#features/consent/index.ts';
import { type contactFormSettings, type FormIds, listContactLinks } from '#features/contact-forms/index.ts';
import { listFooterLinks, type MenuPart, type Menus, type PublishedPage } from '#features/content/index.ts';
import { findOrderPath, orderTexts } from '#features/orders/index.ts';
import type { searchSettings } from '#features/search/index.ts';
import { withdrawalPath, type withdrawalSettings, withdrawalTexts } from '#features/withdrawals/index.ts';
import type { SettingsDefinition } from '#platform/config/settings.ts';
import type { shopDetails } from '#platform/config/shop-details.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toIconAddress, toLogo } from '#platform/media/logo.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { storefrontSettings } from '../settings.ts';
import { texts } from '../texts.ts';
import type { FooterColumn, LayoutData, LayoutLink, ShownColumn, ShownNode, ShownPart } from './layout-data.ts';
import { isPlain } from './menu-parts.tsx';
import { createStoreNotice } from './store-notice.tsx';

type Values<Definition> = Definition extends SettingsDefinition<infer Known> ? Known : never;

interface Frame {
  readonly data: LayoutData;
  readonly links: ReadonlySet<string>;
  /** Everything that the header, the sidebar and the footer depend on besides the path, as JSON. */
  readonly json: string;
  /** Whether the menu has more than links and their dropdowns. */
  readonly hasRichMenu: boolean;
}

export function createFrame(
  { name, tagline, address, email }: Shop['choices'],
  t: Translate,
  menus: Menus,
  settings: Values<typeof storefrontSettings>,
  search: Values<typeof searchSettings>,
  { isOffered: hasWithdrawals }: Values<typeof withdrawalSettings>,
  /** Whether the page about cookies offers shoppers a choice. */
  hasPurposes: boolean,
  ofContact: Values<typeof contactFormSettings>,
  formIds: FormIds,
  pages: readonly PublishedPage[],
  { logo, darkLogo, icon }: Values<typeof shopDetails>,
): Frame {
  const contact: readonly ShownPart[] = [
    ...address.map((line) => ({ kind: 'text' as const, name: line })),
    ...toLinks([
      { name: email, href: `mailto:${email}` },
      ...listContactLinks(ofContact, formIds, t),
      { name: t(orderTexts.lookupTitle), href: findOrderPath },
    ]),
  ];
  // Directive 2011/83/EU, article 11a(1): prominent and available at any time.
  const withdrawal = hasWithdrawals ? [{ name: t(withdrawalTexts.footerLink), href: withdrawalPath }] : [];
  const consent = hasPurposes ? [{ name: t(consentTexts.footerLink), href: consentPath }] : [];
  const ofLaw = toLinks([...withdrawal, ...consent]);
  const legal = [...listFooterLinks(pages, 'legal'), ...withdrawal, ...consent];
  const show = (parts: readonly MenuPart[]): ShownPart[] =>
    parts.flatMap((part) => (part.kind === 'contact' ? contact : part.kind === 'legal' ? ofLaw : [part]));
  const menu = showNodes(menus.main, show);
  const columns = toColumns(showNodes(menus.footer, show));
  const hasLegal = menus.footer.some(
    (node) => node.kind === 'group' && node.columns.some(({ parts }) => parts.some(({ kind }) => kind === 'legal')),
  );
  const data = {
    notice: createStoreNotice(settings),
    stickyHeader: settings.stickyHeader,
    contact: { title: t(texts.contact), parts: contact },
    legal,
    email,
    shopName: name,
    ...{ logo: toLogo(logo), darkLogo: toLogo(darkLogo), icon: toIconAddress(icon) },
    tagline: settings.footerText || tagline,
    menu,
    // The law requires these links, whatever staff put into the menu.
    footer: hasLegal || ofLaw.length === 0 ? columns : [...columns, { title: t(texts.footerLegal), parts: ofLaw }],
    social: settings.social,
    paymentMarks: settings.paymentMarks,
  };
  const json = JSON.stringify([data, { ...search, synonyms: [] }]);
  return { data, links: new Set(listPaths(menu)), json, hasRichMenu: menu.some(isRich) };
}

const toLinks = (links: readonly LayoutLink[]) => links.map((link) => ({ kind: 'link' as const, ...link }));

function showNodes(nodes: Menus['main'], show: (parts: readonly MenuPart[]) => ShownPart[]): ShownNode[] {
  return nodes.flatMap((node): ShownNode[] => {
    if (node.kind === 'link') return [node];
    const columns = node.columns
      .map(({ title, parts }) => ({ title, parts: show(parts) }))
      .filter(({ parts }) => parts.length > 0);
    if (columns.length > 0) return [{ ...node, columns }];
    return node.href === null ? [] : [{ kind: 'link', name: node.name, href: node.href }];
  });
}

/** Makes a column of the footer from each dropdown. Links outside of dropdowns share a column without a title. */
function toColumns(nodes: readonly ShownNode[]): FooterColumn[] {
  const columns: FooterColumn[] = [];
  let loose: ShownPart[] | null = null;
  for (const node of nodes.filter(({ isExtra }) => !isExtra)) {
    if (node.kind === 'group') {
      const [first, ...others] = node.columns;
      const parts = [...toParts(first), ...others.flatMap(toParts)];
      columns.push({ title: node.name, href: node.href, parts, menuId: node.entry });
      loose = null;
    } else if (loose) loose.push(node);
    else {
      loose = [node];
      columns.push({ title: '', parts: loose, menuId: node.entry });
    }
  }
  return columns;
}

const toParts = (column: ShownColumn | undefined): ShownPart[] =>
  column ? [...(column.title === '' ? [] : [{ kind: 'heading' as const, name: column.title }]), ...column.parts] : [];

const listPaths = (nodes: readonly ShownNode[]): string[] =>
  nodes.flatMap((node) =>
    node.kind === 'link'
      ? [node.href]
      : [
          ...(node.href === null ? [] : [node.href]),
          ...node.columns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'link' ? [part.href] : []))),
        ],
  );

const isRich = (node: ShownNode): boolean => node.kind === 'group' && (node.href === null || !isPlain(node.columns));

/** Caches the last result. Computes again when an argument is not identical to that of the previous call. */
export function memoizeLast<Arguments extends readonly unknown[], Value>(
  compute: (...values: Arguments) => Value,
): (...values: Arguments) => Value {
  let last: { readonly values: Arguments; readonly value: Value } | null = null;
  return (...values) => {
    if (!last?.values.every((value, index) => value === values[index])) last = { values, value: compute(...values) };
    return last.value;
  };
}
