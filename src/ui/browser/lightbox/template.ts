import type { LightboxLabels } from '#ui/lightbox.tsx';

type Texts = Omit<LightboxLabels, 'close' | 'previous' | 'next' | 'zoom'>;

/** Reads the page's `<LightboxTemplate>`. @throws Error in a page without a template */
export function readTemplate(): { readonly content: DocumentFragment; readonly texts: Texts } {
  const template = document.querySelector<HTMLTemplateElement>('template#vt-lightbox');
  if (!template) throw new Error('a page with lightboxes needs <LightboxTemplate>');
  return {
    content: template.content.cloneNode(true) as DocumentFragment,
    texts: JSON.parse(template.dataset.texts ?? '') as Texts,
  };
}

/** @param n counted from 1 */
export function formatCount(text: string, n: number, total = 0): string {
  return text.replace('{n}', String(n)).replace('{total}', String(total));
}
