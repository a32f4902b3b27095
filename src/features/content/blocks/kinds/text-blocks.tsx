import { richText } from '#platform/admin/rich-text/rich-text.tsx';
import { line, number, text } from '#platform/forms/kinds.ts';
import { removePlaceholders } from '#platform/texts/placeholders.ts';
import { stripHtml } from '#platform/texts/plain-text.ts';
import { sanitiseHtml } from '#platform/texts/sanitise-html.ts';
import { defineBlock } from '../block.ts';
import { blockTexts as texts } from './texts.ts';

const maxHtml = 100_000;

/** Converts HTML to plain text. A colon follows each heading, so that it does not run into the text after it. */
const readHtml = (html: string) =>
  stripHtml(removePlaceholders(sanitiseHtml(html)).replace(/([\p{L}\p{N}])(<\/h[1-6]>)/gu, '$1:$2'));

const firstWords = (words: string) => words.slice(0, 80);

/** HTML that staff wrote, with its placeholders filled in. */
export const textBlock = defineBlock({
  name: 'text',
  text: texts.text,
  fields: ({ t }) => ({ html: richText({ label: t(texts.html), hint: t(texts.htmlHint), max: maxHtml }) }),
  initial: { html: '' },
  render: ({ values: { html }, content }) => (html === '' ? null : content.render(sanitiseHtml(html))),
  toText: ({ html }) => readHtml(html),
  toSummary: ({ html }) => firstWords(readHtml(html)),
});

export const formBlock = defineBlock({
  name: 'form',
  text: texts.form,
  fields: ({ t }) => ({ form: number({ label: t(texts.formId), min: 1, max: 999_999_999 }) }),
  initial: { form: null },
  // Forms are numbered within a page, so menus can't contain them.
  stands: 'page',
  render: ({ values: { form }, content }) => (form === null ? null : content.render(`[contact-form id="${form}"]`)),
  toSummary: ({ form }) => (form === null ? '' : `#${form}`),
});

export const codeBlock = defineBlock({
  name: 'code',
  text: texts.code,
  fields: ({ t }) => ({ code: text({ label: t(texts.code_), hint: t(texts.codeHint), max: 20_000 }) }),
  initial: { code: '' },
  render: ({ values: { code } }) =>
    code === '' ? null : (
      <div className="prose">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide lines scroll, also by keys */}
        <pre className="table-scroll" tabIndex={0}>
          <code>{code}</code>
        </pre>
      </div>
    ),
  toSummary: ({ code }) => firstWords(code),
});

const readCells = (rows: string) =>
  rows
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => row.split('|').map((cell) => cell.trim()));

export const tableBlock = defineBlock({
  name: 'table',
  text: texts.table,
  fields: ({ t }) => ({
    caption: line({ label: t(texts.caption), max: 200 }),
    rows: text({ label: t(texts.cells), hint: t(texts.cellsHint), max: 20_000 }),
  }),
  initial: { caption: '', rows: '' },
  render({ values: { caption, rows } }) {
    const [head, ...body] = readCells(rows);
    if (!head) return null;
    return (
      <div className="prose">
        <table>
          {caption !== '' && <caption>{caption}</caption>}
          <thead>
            <tr>
              {head.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
                <th scope="col" key={index}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
              <tr key={row}>
                {head.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
                  <td key={index}>{cells[index] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  },
  toText: ({ caption, rows }) => [caption, readCells(rows).flat().join(' ')].join(' ').trim(),
  toSummary: ({ caption }) => caption,
});
