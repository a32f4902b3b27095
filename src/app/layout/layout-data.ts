import type { ReactElement, ReactNode } from 'react';
import type { MenuGroup, MenuLink, MenuPart } from '#features/content/index.ts';
import type { LogoPicture } from '#platform/media/logo.ts';

export interface LayoutLink {
  readonly name: string;
  readonly href: string;
}

/** What a dropdown, a column or the footer has: links, plain lines such as those of an address, headings and blocks. */
export type ShownPart =
  | Exclude<MenuPart, { readonly kind: 'contact' } | { readonly kind: 'legal' }>
  | { readonly kind: 'text'; readonly name: string };

export interface ShownColumn {
  /** '': none. */
  readonly title: string;
  readonly parts: readonly ShownPart[];
}

export type ShownNode = MenuLink | (Omit<MenuGroup, 'columns'> & { readonly columns: readonly ShownColumn[] });

export interface FooterColumn extends ShownColumn {
  readonly href?: string | null;
  /** The stored menu that it is edited in. */
  readonly entry?: number | undefined;
}

export interface StoreNoticeData {
  /** Changes with the notice, so that a new one shows again. */
  readonly id: string;
  readonly text: string;
  /** Days that it stays hidden once dismissed; 0: until the browser closes. */
  readonly days: number;
}

/** When the header stays in view: always, while scrolling up, or never. */
export type StickyHeader = 'always' | 'hide-on-scroll' | 'off';

/** What the layout shows around a page: the same for everyone. */
export interface LayoutData {
  readonly shopName: string;
  /** Stands for the name. Null: letters do. */
  readonly logo: LogoPicture | null;
  /** The logo of dark pages. */
  readonly darkLogo: LogoPicture | null;
  /** Address of the icon that browsers show; null: that of the program. */
  readonly icon: string | null;
  readonly tagline: string;
  /** Some entries are only for the menu of small screens. */
  readonly menu: readonly ShownNode[];
  readonly footer: readonly FooterColumn[];
  /** Profiles of the shop elsewhere. */
  readonly social: readonly LayoutLink[];
  /** Names of the ways to pay, as marks in the footer. */
  readonly paymentMarks: readonly string[];
  /** The search form in the header. */
  readonly search?: ReactNode;
  /** The link to the account in the header. */
  readonly account?: ReactNode;
  /** The link to the wishlist in the header. */
  readonly wishlist?: ReactNode;
  /** The link to the cart in the header, with the mini-cart. */
  readonly cart?: ReactNode;
  /** Ids of the purposes that need an answer first; undefined when none does. */
  readonly consentQuestions?: string | undefined;
  readonly consentBanner?: ReactNode;
  /** Scripts of features on all pages, at the end of the body. */
  readonly trackers?: ReactNode;
  /** The banner over the end of the page. */
  readonly comingSoon?: ReactNode;
  /** One line above the header. */
  readonly notice: StoreNoticeData | null;
  readonly stickyHeader: StickyHeader;
  readonly contact: ShownColumn;
  /** What the law wants on every page. */
  readonly legal: readonly LayoutLink[];
  readonly email: string;
}

/** Returns the HTML of a part of the layout, kept for the data of the layout. */
export type KeepPart = (part: string, element: ReactElement) => string;
