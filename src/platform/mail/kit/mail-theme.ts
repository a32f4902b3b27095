/** Colours as `#rrggbb`, by the names of the tokens. */
export type MailColors = Record<'paper' | 'raised' | 'ink' | 'muted' | 'hairline' | 'clay' | 'on-clay', string>;

/** What mails take of the shop's theme. Mail programs do not load its fonts. */
export interface MailTheme {
  readonly light: Readonly<MailColors>;
  readonly dark: Readonly<MailColors>;
  readonly headings: { readonly family: 'serif' | 'sans-serif'; readonly weight: number };
  readonly radius: string;
}

/** The values of `src/ui/styles/tokens.css`, which the built shop does not have as a file. */
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
