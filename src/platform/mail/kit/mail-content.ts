import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { LogoPicture } from '#platform/media/logo.ts';

/**
 * The content of a mail. The layout of every mail (`render-html.tsx`, `render-text.ts`) adds the heading
 * and the shop's name and address, and makes the plain text from the same blocks.
 */
export interface MailContent {
  /** Preview text that mail programs show beside the subject. It is not part of the mail's text. */
  readonly preview?: string;
  readonly title: string;
  readonly blocks: readonly MailBlock[];
}

export type MailBlock =
  /** `small` is secondary text, `code` is a command to copy. */
  | { readonly kind: 'heading' | 'paragraph' | 'small' | 'code'; readonly text: string }
  /**
   * `href` is a path of the shop or an absolute address. A mail has one button, for the main action of its reader.
   */
  | { readonly kind: 'button' | 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'line' }
  | { readonly kind: 'facts'; readonly facts: readonly MailFact[] }
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] };

export interface MailFact {
  readonly label: string;
  /** May have several lines, as an address does. */
  readonly value: string;
}

/** A text with an amount or a count at its end, such as a line or a total of an order. */
export interface MailRow {
  readonly text: string;
  /** Picture beside the text. The text describes the content of the picture. */
  readonly image?: MailImage | undefined;
  readonly amount?: string;
  /** Secondary text below. */
  readonly notes?: readonly string[];
  /** Sanitised HTML below the notes. */
  readonly html?: string | null;
  readonly isStrong?: boolean;
}

/** A JPEG of the shop, since not all mail programs show other formats. */
export interface MailImage {
  /** Path in the shop. */
  readonly src: string;
  /** Width of the whole picture in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Properties of the shop that mails show, and the base of relative links. */
export interface MailSender {
  readonly name: string;
  /** Lines of the footer, which name the sender. */
  readonly lines: readonly string[];
  readonly locale: string;
  readonly publicUrl: string;
  /** Logo above the title. Null when the mail shows the shop's name instead. */
  readonly logo: LogoPicture | null;
}

/**
 * Lists the lines that name the sender of a mail, as laws require in business letters. Default: name, address and
 * email address of the shop.
 */
export const mailSenderLines =
  definePort<(shop: Pick<Shop, 't' | 'choices' | 'settings'>) => readonly string[]>('mail.sender-lines');

/** Makes a link absolute, because a mail has no base address. */
export function makeLinkAbsolute({ publicUrl }: Pick<MailSender, 'publicUrl'>, href: string): string {
  return URL.parse(href, `${publicUrl}/`)?.href ?? href;
}
