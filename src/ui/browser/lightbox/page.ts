import { loadStyleSheet } from '../load-style-sheet.ts';
import { openLightbox } from './lightbox.ts';

/**
 * Shows the content of a page of the shop with its styles, without header and footer. If loading fails, the browser
 * opens the page instead.
 */
export async function openPage(href: string, label: string): Promise<void> {
  const content = await loadContent(href).catch(() => null);
  if (content === null) location.assign(href);
  else openLightbox(content, { kind: 'inline', label });
}

async function loadContent(href: string): Promise<DocumentFragment | null> {
  const reply = await fetch(href);
  if (!reply.ok) return null;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const main = page.querySelector('main');
  if (!main) return null;
  const known = listSheets(document);
  await Promise.all(listSheets(page).flatMap((sheet) => (known.includes(sheet) ? [] : loadStyleSheet(sheet))));
  const fragment = document.createDocumentFragment();
  fragment.append(...main.childNodes);
  return fragment;
}

const listSheets = (page: Document) =>
  [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href') ?? '');
