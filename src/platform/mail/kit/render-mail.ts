import type { Config } from '#platform/config/config.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import { toTextLines } from '#platform/texts/plain-text.ts';
import {
  type MailBlock,
  type MailContent,
  type MailFact,
  type MailRow,
  type MailSender,
  makeLinkAbsolute,
} from './mail-content.ts';
import type { MailTheme } from './mail-theme.ts';
import { createHtmlRenderer } from './render-html.tsx';

const line = '-'.repeat(40);

function renderText(sender: MailSender, { title, blocks }: MailContent): string {
  const toTitle = (text: string) => text.toLocaleUpperCase(sender.locale);
  const renderBlock = (block: MailBlock): string => {
    switch (block.kind) {
      case 'heading':
        return toTitle(block.text);
      case 'button':
      case 'link':
        return `${block.text}\n${makeLinkAbsolute(sender, block.href)}`;
      case 'line':
        return line;
      case 'facts':
        return block.facts.map(renderFact).join('\n');
      case 'rows':
        return block.rows.map((row) => renderRow(sender, row)).join('\n');
      default:
        return block.text;
    }
  };
  return [toTitle(title), ...blocks.map(renderBlock), line, sender.lines.join('\n')].join('\n\n');
}

/** Renders a label with its value. A value of several lines starts below the label. */
function renderFact({ label, value }: MailFact): string {
  const lines = value.split('\n').filter((each) => each.trim() !== '');
  return lines.length < 2 ? joinLabel(label, value) : [joinLabel(label, ''), ...lines.map(indent)].join('\n');
}

/** Adds a colon after the label, unless the label ends with a punctuation mark, such as a question mark. */
function joinLabel(label: string, value: string): string {
  return `${label}${/[?!.:…]$/.test(label) ? '' : ':'} ${value}`.trimEnd();
}

const indent = (text: string) => `  ${text}`;

function renderRow(sender: MailSender, { text, amount, notes = [], html }: MailRow): string {
  const lines = html ? toTextLines(html, (href) => makeLinkAbsolute(sender, href)) : [];
  return [amount === undefined ? text : `${text}: ${amount}`, ...[...notes, ...lines].map(indent)].join('\n');
}

interface RenderedMail {
  readonly locale: string;
  readonly html: string;
  readonly text: string;
}

/** Renders a mail in the shop's layout and colours, as HTML and as plain text. */
export type RenderMail = (content: MailContent) => RenderedMail;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly renderMail: RenderMail;
  }
}

/** Functions that are called for each mail, because the owner may change the logo and the lines. */
interface SenderSources {
  readonly getLogo?: () => MailSender['logo'];
  /** Default: name, address and email address of the shop. */
  readonly getLines?: () => readonly string[];
}

export function createRenderMail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  getChoices: () => Pick<ShopConfig, 'name' | 'address' | 'email' | 'locale'>,
  theme: MailTheme,
  { getLogo = () => null, getLines = () => [] }: SenderSources = {},
): RenderMail {
  const renderHtml = createHtmlRenderer(theme);
  return (content) => {
    const { name, address, email, locale } = getChoices();
    const lines = getLines();
    const own = [[name, ...address].join(', '), email];
    const sender = { name, lines: lines.length > 0 ? lines : own, locale, publicUrl, logo: getLogo() };
    return { locale, html: renderHtml(sender, content), text: renderText(sender, content) };
  };
}
