import type { LogoPicture } from '#platform/media/logo.ts';

/**
 * What a mail says. The layout of every mail (`render-html.tsx`, `render-text.ts`) adds the heading
 * and the shop's name and address, and makes the plain text from the same blocks.
 */
export interface MailContent {
  /** Shown by mail programs beside the subject. Not part of the mail's text. */
  readonly preview?: string;
  readonly title: string;
  readonly blocks: readonly MailBlock[];
}

export type MailBlock =
  /** `small` is secondary text, `code` a command to copy. */
  | { readonly kind: 'heading' | 'paragraph' | 'small' | 'code'; readonly text: string }
  /** A path of the shop or a whole address. A mail has one button, for what its reader does next. */
  | { readonly kind: 'button' | 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'line' }
  | { readonly kind: 'facts'; readonly facts: readonly MailFact[] }
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] };

export interface MailFact {
  readonly label: string;
  /** May have several lines, such as an address. */
  readonly value: string;
}

/** A text with an amount or a count at its end, such as a line or a total of an order. */
export interface MailRow {
  readonly text: string;
  readonly amount?: string;
  /** Secondary text below. */
  readonly notes?: readonly string[];
  /** Sanitised HTML below the notes. */
  readonly html?: string | null;
  readonly isStrong?: boolean;
}

/** The shop as the footer of a mail shows it, and the base of relative links. */
export interface MailSender {
  readonly name: string;
  readonly address: readonly string[];
  readonly email: string;
  readonly locale: string;
  readonly publicUrl: string;
  /** Stands above the title. Null: nothing does. */
  readonly logo?: LogoPicture | null;
}

/** A mail has no base address, so every link needs a whole one. */
export function makeLinkAbsolute({ publicUrl }: Pick<MailSender, 'publicUrl'>, href: string): string {
  return URL.parse(href, `${publicUrl}/`)?.href ?? href;
}
