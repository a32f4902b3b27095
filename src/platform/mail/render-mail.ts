import { compile } from 'html-to-text';
import type { ReactElement } from 'react';
import { render } from 'react-email';

/** Compiled once: for each mail anew it costs as much as all the rest of it. */
const toText = compile({
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    // What an inbox shows after the subject: in the text it would stand twice.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
});

/** HTML for mail programs and the same as plain text. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(element);
  return { html, text: toText(html) };
}
