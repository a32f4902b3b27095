import { openGallery } from './gallery.ts';
import { type LightboxOptions, openLightbox, removeClosingLightboxes } from './lightbox.ts';
import { openPage } from './page.ts';
import { openVideo } from './video.ts';

/**
 * Opens a link by its `data-lightbox`: `image` an image, with all other images of its `data-group`; `video` a video
 * file or a page with a player; `inline` the element that the hash, or `data-target` of a button, names; `panel` the
 * same element at an edge of the window (`data-side`: left, right, bottom); `page` the content of another page of the
 * shop.
 */
export function openLink(link: HTMLElement): void {
  removeClosingLightboxes();
  const { lightbox: kind, group } = link.dataset;
  const label = getLabel(link);
  if (kind === 'image') {
    const links = group ? findGroupLinks(group) : [link];
    openGallery(links, Math.max(0, links.indexOf(link)), label);
  } else if (kind === 'video') openVideo((link as HTMLAnchorElement).href, label);
  else if (kind === 'page') void openPage((link as HTMLAnchorElement).href, label);
  else {
    const { hash, dataset } = link as HTMLAnchorElement;
    const side = kind === 'panel' ? parseSide(dataset.side) : undefined;
    openElement((dataset.target ?? hash).replace('#', ''), { kind: side ? 'panel' : 'inline', side, label });
  }
}

const findGroupLinks = (group: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-lightbox=image]')].filter(({ dataset }) => dataset.group === group);

const parseSide = (side: string | undefined) => (side === 'left' || side === 'bottom' ? side : 'right');

function getLabel(link: HTMLElement): string {
  const image = link.querySelector('img')?.alt;
  return link.dataset.label ?? link.getAttribute('aria-label') ?? (link.textContent?.trim() || image || '');
}

/** Moves the element into the lightbox and back, so that its input and its listeners stay. */
function openElement(id: string, options: Omit<LightboxOptions, 'onRemoved'>): void {
  const element = document.getElementById(id);
  if (!element) {
    console.error(`there is no element '${id}' to show in a lightbox`);
    return;
  }
  if (element instanceof HTMLTemplateElement) {
    openLightbox(element.content.cloneNode(true), options);
    return;
  }
  const placeholder = document.createComment('');
  element.replaceWith(placeholder);
  openLightbox(element, { ...options, onRemoved: () => placeholder.replaceWith(element) });
}
