import { randomBytes } from 'node:crypto';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * Prefix of each placeholder. Values are inserted after the search for placeholders, so values can contain the
 * prefix.
 */
const mark = `v${randomBytes(12).toString('hex')}`;
const placePattern = new RegExp(`${mark}(\\d+)x`);

/** Inserts values into HTML that was rendered before: texts, which are escaped, and parts, which are HTML. */
export type HtmlTemplate<Name extends string, Part extends string = never> = (
  values: Readonly<Record<Name, string | number> & Record<Part, string>>,
) => string;

/**
 * Renders the HTML of many rows that differ in a few texts and parts: the element is rendered once, and the values
 * are inserted for each row. React takes much longer for a row of twenty elements.
 * @param texts names of the texts
 * @param render gets the placeholder of each text: letters and digits, to be used as content or, for a text, in
 *   attributes
 * @param parts names of the values that are HTML already
 * @returns a function that inserts texts and parts, texts escaped as React does. Beside an empty text, an empty
 *   comment may remain that React would leave out.
 */
export function createHtmlTemplate<Name extends string, Part extends string = never>(
  texts: readonly Name[],
  render: (places: Readonly<Record<Name | Part, string>>) => ReactElement,
  parts: readonly Part[] = [],
): HtmlTemplate<Name, Part> {
  const names = [...texts, ...parts];
  const places = names.map((name, index) => [name, `${mark}${index}x`] as const);
  // Splitting by a pattern with a group returns HTML, index, HTML, index, and so on.
  const pieces = renderToString(render(Object.fromEntries(places) as Record<Name | Part, string>)).split(placePattern);
  const [start = '', ...others] = pieces.filter((_, index) => index % 2 === 0);
  const filledPlaces = others.map((after, index) => ({ place: Number(pieces[2 * index + 1]), after }));
  return (values) => {
    // A row names its product in several places, so each value is escaped only once.
    const filled: string[] = [];
    const fill = (index: number): string => {
      const value = String(values[names[index] as Name | Part]);
      return index < texts.length ? escapeHtml(value) : value;
    };
    let html = start;
    for (const { place, after } of filledPlaces) {
      filled[place] ??= fill(place);
      html += filled[place] + after;
    }
    return html;
  };
}

/**
 * Renders the HTML of many rows of some kinds, each kind once: rows of a kind differ in these texts only.
 * @returns a function that gets the kind of a row, its texts, and a function that renders rows of this kind
 */
export function createHtmlTemplates<Name extends string, Part extends string = never>(
  texts: readonly Name[],
  parts: readonly Part[] = [],
) {
  const templates = new Map<string, HtmlTemplate<Name, Part>>();
  return (
    kind: string,
    values: Parameters<HtmlTemplate<Name, Part>>[0],
    render: (places: Readonly<Record<Name | Part, string>>) => ReactElement,
  ): string => {
    const template = templates.get(kind) ?? createHtmlTemplate(texts, render, parts);
    templates.set(kind, template);
    return template(values);
  };
}

const entities: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

export function escapeHtml(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (character) => entities[character] ?? character) : text;
}
