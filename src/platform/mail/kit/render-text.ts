import { toTextLines } from '#platform/texts/plain-text.ts';
import {
  type MailBlock,
  type MailContent,
  type MailFact,
  type MailRow,
  type MailSender,
  makeLinkAbsolute,
} from './mail-content.ts';

const line = '-'.repeat(40);

/** Renders the plain text of a mail. Blocks are separated by empty lines. */
export function renderText(sender: MailSender, { title, blocks }: MailContent): string {
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

/** A value of several lines stands below its label. */
function renderFact({ label, value }: MailFact): string {
  const lines = value.split('\n').filter((each) => each.trim() !== '');
  return lines.length < 2 ? joinLabel(label, value) : [joinLabel(label, ''), ...lines.map(indent)].join('\n');
}

/** No colon after a label that ends with a mark of its own, such as a question. */
function joinLabel(label: string, value: string): string {
  return `${label}${/[?!.:…]$/.test(label) ? '' : ':'} ${value}`.trimEnd();
}

const indent = (text: string) => `  ${text}`;

function renderRow(sender: MailSender, { text, amount, notes = [], html }: MailRow): string {
  const lines = html ? toTextLines(html, (href) => makeLinkAbsolute(sender, href)) : [];
  return [amount === undefined ? text : `${text}: ${amount}`, ...[...notes, ...lines].map(indent)].join('\n');
}
