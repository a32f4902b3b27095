/** Colours as `#rrggbb`, by the names of the design tokens. */
export type MailColors = Record<'paper' | 'raised' | 'ink' | 'muted' | 'hairline' | 'clay' | 'on-clay', string>;

/** Values of the shop's theme that mails use. Mail programs do not load the theme's fonts. */
export interface MailTheme {
  readonly light: Readonly<MailColors>;
  readonly dark: Readonly<MailColors>;
  readonly headings: { readonly family: 'serif' | 'sans-serif'; readonly weight: number };
  readonly radius: string;
}

/** The values of `src/ui/styles/tokens.css`, because the built shop does not have that file. */
export const defaultMailTheme: MailTheme = {
  light: {
    ...{ paper: '#f7f3ec', raised: '#fffdf9', ink: '#211c17', muted: '#6a6056', hairline: '#ded5c8' },
    ...{ clay: '#97502f', 'on-clay': '#fffdf9' },
  },
  dark: {
    ...{ paper: '#171411', raised: '#211c18', ink: '#f2ebe1', muted: '#a99e92', hairline: '#38302a' },
    ...{ clay: '#e09a72', 'on-clay': '#171411' },
  },
  headings: { family: 'serif', weight: 400 },
  radius: '2px',
};
