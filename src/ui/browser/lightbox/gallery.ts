import { failure } from './failure.ts';
import { openLightbox } from './lightbox.ts';
import { setSizes } from './sharpen.ts';
import { fillIn, readTemplate } from './texts.ts';
import { startZoom, type Zoom } from './zoom.ts';

/** Shows the pictures that links lead to, one at a time, in a strip to swipe. @param start index of the first to be seen */
export function openGallery(links: readonly HTMLElement[], start: number, label: string): HTMLDialogElement {
  const { content, texts } = readTemplate();
  const strip = document.createElement('ul');
  strip.className = 'lightbox__strip';
  strip.tabIndex = 0;
  strip.setAttribute('aria-label', texts.photographs);
  strip.append(...links.map((link, index) => slide(link, index)));
  const parts = document.createDocumentFragment();
  parts.append(strip);
  const bar = content.querySelector('.lightbox__bar');
  const hasSteps = bar !== null && links.length > 1;
  if (hasSteps) parts.append(bar);
  const dialog = openLightbox(parts, { kind: 'image', label });
  const zoomButton = content.querySelector('.lightbox__zoom') as HTMLElement;
  dialog.querySelector('.lightbox__close')?.after(zoomButton);
  const inView = () => strip.children[Math.round(strip.scrollLeft / (strip.clientWidth || 1))];
  const zoom = startZoom(
    dialog,
    zoomButton,
    () => inView()?.querySelector<HTMLElement>('.lightbox__photograph') ?? null,
  );
  // It fills the window, so that outside is what is beside the picture.
  strip.addEventListener('click', ({ target }) => {
    if ((target as Element).matches('.lightbox__slide, .lightbox__photograph') && !zoom.isOn) dialog.close();
  });
  if (hasSteps) steer(dialog, strip, bar, start, zoom);
  return dialog;
}

function slide(link: HTMLElement, index: number): HTMLElement {
  const { texts } = readTemplate();
  const item = document.createElement('li');
  item.className = 'lightbox__slide';
  const show = () => {
    const picture = pictureOf(link);
    const image = picture.querySelector('img') ?? (picture as HTMLImageElement);
    image.addEventListener(
      'error',
      () => item.replaceChildren(failure(fillIn(texts.imageFailed, index + 1), texts.again, show)),
      { once: true },
    );
    const box = document.createElement('div');
    box.className = 'lightbox__photograph';
    box.append(picture);
    frame(box, image);
    item.replaceChildren(box, ...caption(link, image));
  };
  show();
  return item;
}

/** Tells the style how wide it is for its height, as soon as that is known; and the browser how wide it will be shown. */
function frame(box: HTMLElement, image: HTMLImageElement): void {
  const width = Number(image.getAttribute('width')) || image.naturalWidth;
  const height = Number(image.getAttribute('height')) || image.naturalHeight;
  if (!width || !height) {
    image.addEventListener('load', () => image.naturalWidth && frame(box, image), { once: true });
    return;
  }
  box.style.setProperty('--ratio', String(width / height));
  setSizes(box, `min(100vw, ${Math.ceil((100 * width) / height)}vh)`);
}

/** The picture in the link; of a link without one what it leads to. */
function pictureOf(link: HTMLElement): HTMLElement {
  const known = link.querySelector('picture, img');
  if (known?.matches('picture')) {
    const picture = known.cloneNode(true) as HTMLElement;
    picture.querySelector('img')?.removeAttribute('fetchpriority');
    return picture;
  }
  const image = new Image();
  image.alt = known?.getAttribute('alt') ?? link.textContent?.trim() ?? '';
  image.loading = 'lazy';
  image.src = (link as HTMLAnchorElement).href;
  return image;
}

function caption({ dataset }: HTMLElement, image: HTMLImageElement): HTMLElement[] {
  if (!dataset.caption) return [];
  // A screen reader would say it twice.
  if (dataset.caption === image.alt) image.alt = '';
  const text = document.createElement('p');
  text.className = 'lightbox__caption';
  text.textContent = dataset.caption;
  return [text];
}

/** Steps by button, by arrow key and by swiping, and says where one is. */
function steer(dialog: HTMLElement, strip: HTMLElement, bar: Element, start: number, zoom: Zoom): void {
  const { texts } = readTemplate();
  const count = bar.querySelector('.lightbox__count') as HTMLElement;
  const buttons = [...bar.querySelectorAll<HTMLElement>('[data-step]')];
  const total = strip.children.length;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let current = -1;

  const tell = (index: number) => {
    if (index === current) return;
    current = index;
    count.textContent = fillIn(texts.count, index + 1, total);
    for (const button of buttons) {
      const to = index + Number(button.dataset.step);
      button.setAttribute('aria-disabled', String(to < 0 || to >= total));
    }
    // The ones beside it come in time.
    for (const at of [index - 1, index, index + 1]) {
      strip.children[at]?.querySelector('img')?.setAttribute('loading', 'eager');
    }
  };
  const go = (index: number, behavior: ScrollBehavior) => {
    if (index < 0 || index >= total) return;
    zoom.end();
    strip.scrollTo({ left: index * strip.clientWidth, behavior });
    tell(index);
  };
  const step = (by: number) => go(current + by, isStill ? 'instant' : 'smooth');

  for (const button of buttons) button.addEventListener('click', () => step(Number(button.dataset.step)));
  dialog.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || zoom.isOn) return;
    event.preventDefault();
    step(by);
  });
  strip.addEventListener('scrollend', () => tell(Math.round(strip.scrollLeft / strip.clientWidth)));
  go(start, 'instant');
}
