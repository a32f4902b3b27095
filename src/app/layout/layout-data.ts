export interface LayoutLink {
  readonly name: string;
  readonly href: string;
}

export interface MenuEntry extends LayoutLink {
  readonly children: readonly LayoutLink[];
}

export interface FooterColumn {
  readonly title: string;
  /** Links, or plain lines such as those of an address. */
  readonly entries: readonly { readonly name: string; readonly href?: string | undefined }[];
}

/** What the shell shows besides the page: the same for everyone. */
export interface LayoutData {
  readonly shopName: string;
  readonly tagline: string;
  readonly menu: readonly MenuEntry[];
  readonly footer: readonly FooterColumn[];
  /** One line above the header. */
  readonly notice?: string | undefined;
}
