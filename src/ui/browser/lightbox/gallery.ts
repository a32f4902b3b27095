import { createFailureMessage } from './failure-message.ts';
import { setSizes } from './larger-image.ts';
import { openLightbox } from './lightbox.ts';
import { formatCount, readTemplate } from './template.ts';
import { startZoom } from './zoom.ts';

export interface Gallery {
  readonly dialog: HTMLDialogElement;
  readonly goTo: (index: number) => void;
}

interface GalleryEvents {
  readonly onShown?: (index: number) => void;
  /** Called when an image did not load. It may be a neighbour of the image in view. */
  readonly onFailed?: (index: number) => void;
}

/**
 * Shows the images of links, one at a time, in a strip that can be swiped.
 * @param start index of the image shown first
 */
export function openGallery(
  links: readonly HTMLElement[],
  start: number,
  label: string,
  { onShown, onFailed }: GalleryEvents = {},
): Gallery {
  const { content, texts } = readTemplate();
  const strip = document.createElement('ul');
  strip.className = 'lightbox__strip';
  strip.tabIndex = 0;
  strip.setAttribute('aria-label', texts.images);
  strip.append(...links.map((link, index) => createSlide(link, index, onFailed)));
  const parts = document.createDocumentFragment();
  parts.append(strip);
  const bar = content.querySelector('.lightbox__bar');
  const hasSteps = bar !== null && links.length > 1;
  if (hasSteps) parts.append(bar);
  const dialog = openLightbox(parts, { kind: 'image', label });
  const zoomButton = content.querySelector('.lightbox__zoom') as HTMLElement;
  dialog.querySelector('.lightbox__close')?.after(zoomButton);
  const getShownIndex = () => Math.round(strip.scrollLeft / (strip.clientWidth || 1));
  const zoom = startZoom(
    dialog,
    zoomButton,
    () => strip.children[getShownIndex()]?.querySelector<HTMLElement>('.lightbox__photograph') ?? null,
  );
  // The dialog fills the window, so a click beside the image counts as a click outside.
  strip.addEventListener('click', ({ target }) => {
    if ((target as Element).matches('.lightbox__slide, .lightbox__photograph') && !zoom.isOn) dialog.close();
  });
  if (!hasSteps) return { dialog, goTo: () => {} };

  const count = bar.querySelector('.lightbox__count') as HTMLElement;
  const buttons = [...bar.querySelectorAll<HTMLElement>('[data-step]')];
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  const total = links.length;
  let current = -1;
  const showPosition = (index: number) => {
    if (index === current) return;
    current = index;
    count.textContent = formatCount(texts.count, index + 1, total);
    for (const button of buttons) {
      const target = index + Number(button.dataset.step);
      button.setAttribute('aria-disabled', String(target < 0 || target >= total));
    }
    for (const slide of [index - 1, index, index + 1])
      strip.children[slide]?.querySelector('img')?.setAttribute('loading', 'eager');
    onShown?.(index);
  };
  const scrollTo = (index: number, how: ScrollBehavior) => {
    if (index < 0 || index >= total) return;
    zoom.end();
    strip.scrollTo({ left: index * strip.clientWidth, behavior: how });
    showPosition(index);
  };
  const goTo = (index: number) => scrollTo(index, behavior);
  for (const button of buttons) button.addEventListener('click', () => goTo(current + Number(button.dataset.step)));
  dialog.addEventListener('keydown', (event) => {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!offset || zoom.isOn) return;
    event.preventDefault();
    goTo(current + offset);
  });
  strip.addEventListener('scrollend', () => showPosition(getShownIndex()));
  scrollTo(start, 'instant');
  return { dialog, goTo };
}

function createSlide(link: HTMLElement, index: number, onFailed?: (index: number) => void): HTMLElement {
  const { texts } = readTemplate();
  const slide = document.createElement('li');
  slide.className = 'lightbox__slide';
  const show = () => {
    const picture = copyPicture(link);
    const image = picture.querySelector('img') ?? (picture as HTMLImageElement);
    image.addEventListener(
      'error',
      () => {
        slide.replaceChildren(createFailureMessage(formatCount(texts.imageFailed, index + 1), texts.retry, show));
        onFailed?.(index);
      },
      { once: true },
    );
    const box = document.createElement('div');
    box.className = 'lightbox__photograph';
    box.append(picture);
    setDisplaySize(box, image);
    slide.replaceChildren(box, ...createCaption(link, image));
  };
  show();
  return slide;
}

/** Sets the aspect ratio for CSS, and `sizes` for the browser, once the image's size is known. */
function setDisplaySize(box: HTMLElement, image: HTMLImageElement): void {
  const width = Number(image.getAttribute('width')) || image.naturalWidth;
  const height = Number(image.getAttribute('height')) || image.naturalHeight;
  if (!width || !height) {
    image.addEventListener('load', () => image.naturalWidth && setDisplaySize(box, image), { once: true });
    return;
  }
  box.style.setProperty('--ratio', String(width / height));
  setSizes(box, `min(100vw, ${Math.ceil((100 * width) / height)}vh)`);
}

/** Copies the `<picture>` in the link. Without one, creates an image of the link's target. */
function copyPicture(link: HTMLElement): HTMLElement {
  const original = link.querySelector('picture, img');
  if (original?.matches('picture')) {
    const picture = original.cloneNode(true) as HTMLElement;
    picture.querySelector('img')?.removeAttribute('fetchpriority');
    return picture;
  }
  const image = new Image();
  image.alt = original?.getAttribute('alt') ?? link.textContent?.trim() ?? '';
  image.loading = 'lazy';
  image.src = (link as HTMLAnchorElement).href;
  return image;
}

function createCaption({ dataset }: HTMLElement, image: HTMLImageElement): HTMLElement[] {
  if (!dataset.caption) return [];
  // A screen reader would otherwise read the text twice.
  if (dataset.caption === image.alt) image.alt = '';
  const caption = document.createElement('p');
  caption.className = 'lightbox__caption';
  caption.textContent = dataset.caption;
  return [caption];
}
