import { openLightbox } from './lightbox.ts';

/** Shows the content of a page of the shop, without its frame. A page that does not load is opened instead. */
export async function openPage(href: string, label: string): Promise<void> {
  const content = await loadContent(href).catch(() => null);
  if (content === null) location.assign(href);
  else openLightbox(content, { kind: 'inline', label });
}

async function loadContent(href: string): Promise<DocumentFragment | null> {
  const reply = await fetch(href);
  if (!reply.ok) return null;
  const { body } = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const main = body.querySelector('main');
  if (!main) return null;
  const fragment = document.createDocumentFragment();
  fragment.append(...main.childNodes);
  return fragment;
}
