import { randomBytes } from 'node:crypto';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/** Begins the text of each place. Values are put in after the search for it, so they can contain it. */
const mark = `v${randomBytes(12).toString('hex')}`;
const place = new RegExp(`${mark}(\\d+)x`);

/**
 * Renders the HTML of many rows that differ in a few texts: the element once, and the texts into it.
 * React takes much longer for a row of twenty elements.
 * @param names of the texts
 * @param render gets the text of each place: letters and digits, to be used as content or in attributes
 * @returns a function that puts the texts in, escaped as React does. Beside an empty text, an empty comment may
 *   remain that React leaves out.
 */
export function createHtmlTemplate<Name extends string>(
  names: readonly Name[],
  render: (places: Readonly<Record<Name, string>>) => ReactElement,
): (values: Readonly<Record<Name, string | number>>) => string {
  const places = names.map((name, index) => [name, `${mark}${index}x`] as const);
  const pieces = renderToString(render(Object.fromEntries(places) as Record<Name, string>)).split(place);
  return (values) => {
    let html = '';
    for (const [index, piece] of pieces.entries())
      html += index % 2 === 0 ? piece : escapeHtml(String(values[names[Number(piece)] as Name]));
    return html;
  };
}

const entities: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Text as HTML, for an element or the value of an attribute. */
export function escapeHtml(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (character) => entities[character] ?? character) : text;
}
