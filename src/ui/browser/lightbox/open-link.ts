import { openGallery } from './gallery.ts';
import { finishClosing, type LightboxOptions, openLightbox } from './lightbox.ts';
import { openVideo } from './video.ts';

/**
 * Opens what a link with `data-lightbox` leads to:
 * `image` a picture, with all of its `data-group`; `video` a film or a page with a player; `inline` the element that the hash names;
 * `panel` the same at an edge of the window (`data-side`: left, right, bottom). A button names the element in `data-target`.
 */
export function openLink(link: HTMLElement): void {
  finishClosing();
  const { lightbox: kind, group } = link.dataset;
  const label = labelOf(link);
  if (kind === 'image') {
    const links = group ? linksOf(group) : [link];
    openGallery(links, Math.max(0, links.indexOf(link)), label);
  } else if (kind === 'video') openVideo((link as HTMLAnchorElement).href, label);
  else {
    const { hash, dataset } = link as HTMLAnchorElement;
    const side = kind === 'panel' ? sideOf(dataset.side) : undefined;
    openElement((dataset.target ?? hash).replace('#', ''), { kind: side ? 'panel' : 'inline', side, label });
  }
}

const linksOf = (group: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-lightbox=image]')].filter(({ dataset }) => dataset.group === group);

const sideOf = (side: string | undefined) => (side === 'left' || side === 'bottom' ? side : 'right');

function labelOf(link: HTMLElement): string {
  const image = link.querySelector('img')?.alt;
  return link.dataset.label ?? link.getAttribute('aria-label') ?? (link.textContent?.trim() || image || '');
}

/** The element itself goes into the lightbox and back, so that what is typed in it and what listens to it stays. */
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
  const place = document.createComment('');
  element.replaceWith(place);
  openLightbox(element, { ...options, onRemoved: () => place.replaceWith(element) });
}
