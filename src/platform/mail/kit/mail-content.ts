import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
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
  /** Stands beside the text, which names what it shows. */
  readonly image?: MailImage | undefined;
  readonly amount?: string;
  /** Secondary text below. */
  readonly notes?: readonly string[];
  /** Sanitised HTML below the notes. */
  readonly html?: string | null;
  readonly isStrong?: boolean;
}

/** A JPEG of the shop: not all mail programs show other formats. */
export interface MailImage {
  /** A path of the shop. */
  readonly src: string;
  /** Pixels of the whole picture. */
  readonly width: number;
  readonly height: number;
}

/** The shop as a mail shows it, and the base of relative links. */
export interface MailSender {
  readonly name: string;
  /** Lines of the footer: who sends it. */
  readonly lines: readonly string[];
  readonly locale: string;
  readonly publicUrl: string;
  /** Stands above the title. Null: the shop's name does, in letters. */
  readonly logo: LogoPicture | null;
}

/**
 * Lists who sends a mail, as the law wants it in letters of a business. Default: name, address and email
 * address of the shop.
 */
export const mailSenderLines =
  definePort<(shop: Pick<Shop, 't' | 'choices' | 'settings'>) => readonly string[]>('mail.sender-lines');

/** A mail has no base address, so every link needs a whole one. */
export function makeLinkAbsolute({ publicUrl }: Pick<MailSender, 'publicUrl'>, href: string): string {
  return URL.parse(href, `${publicUrl}/`)?.href ?? href;
}
