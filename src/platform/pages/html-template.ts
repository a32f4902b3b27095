import { randomBytes } from 'node:crypto';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/** Begins the text of each place. Values are put in after the search for it, so they can contain it. */
const mark = `v${randomBytes(12).toString('hex')}`;
const place = new RegExp(`${mark}(\\d+)x`);

/** Puts values into HTML that was rendered before: texts, escaped, and parts, which are HTML. */
export type HtmlTemplate<Name extends string, Part extends string = never> = (
  values: Readonly<Record<Name, string | number> & Record<Part, string>>,
) => string;

/**
 * Renders the HTML of many rows that differ in a few texts and parts: the element once, and these into
 * it. React takes much longer for a row of twenty elements.
 * @param texts names of the texts
 * @param render gets the text of each place: letters and digits, to be used as content or, for a
 *   text, in attributes
 * @param parts names of what is HTML already
 * @returns a function that puts texts and parts in, texts escaped as React does. Beside an empty text, an
 *   empty comment may remain that React leaves out.
 */
export function createHtmlTemplate<Name extends string, Part extends string = never>(
  texts: readonly Name[],
  render: (places: Readonly<Record<Name | Part, string>>) => ReactElement,
  parts: readonly Part[] = [],
): HtmlTemplate<Name, Part> {
  const names = [...texts, ...parts];
  const places = names.map((name, index) => [name, `${mark}${index}x`] as const);
  const pieces = renderToString(render(Object.fromEntries(places) as Record<Name | Part, string>)).split(place);
  const [start = '', ...others] = pieces.filter((_, index) => index % 2 === 0);
  const filledPlaces = others.map((after, index) => ({ place: Number(pieces[2 * index + 1]), after }));
  return (values) => {
    // A row names its product in several places.
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
 * @returns a function that gets the kind of a row, its texts, and what renders rows of its kind
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

/** Text as HTML, for an element or the value of an attribute. */
export function escapeHtml(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (character) => entities[character] ?? character) : text;
}
