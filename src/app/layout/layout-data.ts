import type { ReactElement, ReactNode } from 'react';
import type { MenuGroup, MenuLink, MenuPart } from '#features/content/index.ts';
import type { LogoPicture } from '#platform/media/logo.ts';

export interface LayoutLink {
  readonly name: string;
  readonly href: string;
}

/**
 * A part of a dropdown, of a column or of the footer: a link, a plain line such as one of an address, a heading or a
 * block.
 */
export type ShownPart =
  | Exclude<MenuPart, { readonly kind: 'contact' } | { readonly kind: 'legal' }>
  | { readonly kind: 'text'; readonly name: string };

export interface ShownColumn {
  /** Empty when the column has no title. */
  readonly title: string;
  readonly parts: readonly ShownPart[];
}

export type ShownNode = MenuLink | (Omit<MenuGroup, 'columns'> & { readonly columns: readonly ShownColumn[] });

export interface FooterColumn extends ShownColumn {
  readonly href?: string | null;
  /** Id of the stored menu in which staff edit this column. */
  readonly menuId?: number | undefined;
}

export interface StoreNoticeData {
  /** Changes with the notice, so that shoppers who dismissed an earlier notice see the new one. */
  readonly id: string;
  readonly text: string;
  /** Days that a dismissed notice stays hidden. 0: until the browser is closed. */
  readonly days: number;
}

/** When the header stays in view: always, while scrolling up, or never. */
export type StickyHeader = 'always' | 'hide-on-scroll' | 'off';

/** Data that the layout shows around a page, the same for everyone. */
export interface LayoutData {
  readonly shopName: string;
  /** Shown instead of the shop's name. Null: the name is shown as text. */
  readonly logo: LogoPicture | null;
  readonly darkLogo: LogoPicture | null;
  /** Address of the icon that browsers show. Null: the icon of the program. */
  readonly icon: string | null;
  readonly tagline: string;
  /** Entries with `isExtra` appear only in the menu of small screens. */
  readonly menu: readonly ShownNode[];
  readonly footer: readonly FooterColumn[];
  /** Profiles of the shop on social networks. */
  readonly social: readonly LayoutLink[];
  /** Names of the payment methods, which the footer shows as marks. */
  readonly paymentMarks: readonly string[];
  readonly search?: ReactNode;
  readonly account?: ReactNode;
  readonly wishlist?: ReactNode;
  readonly cart?: ReactNode;
  /** Ids of the purposes that need an answer of the shopper first. Undefined when none does. */
  readonly consentQuestions?: string | undefined;
  readonly consentBanner?: ReactNode;
  readonly trackers?: ReactNode;
  readonly comingSoon?: ReactNode;
  /** One line above the header. */
  readonly notice: StoreNoticeData | null;
  readonly stickyHeader: StickyHeader;
  readonly contact: ShownColumn;
  /** Links that the law requires on every page. */
  readonly legal: readonly LayoutLink[];
  readonly email: string;
}

/** Returns the HTML of a part of the layout, cached for the data of the layout. */
export type KeepPart = (part: string, element: ReactElement) => string;
