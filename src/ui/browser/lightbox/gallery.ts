import { failure } from './failure.ts';
import { openLightbox } from './lightbox.ts';
import { fillIn, readTemplate } from './texts.ts';

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
  if (bar && links.length > 1) parts.append(bar);
  const dialog = openLightbox(parts, { kind: 'image', label });
  // It fills the window, so that outside is what is beside the picture.
  strip.addEventListener('click', ({ target }) => (target as Element).matches('.lightbox__slide') && dialog.close());
  if (bar && links.length > 1) steer(dialog, strip, bar, start);
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
    item.replaceChildren(picture, ...caption(link));
  };
  show();
  return item;
}

/** The picture in the link, as large as the window allows; of a link without one what it leads to. */
function pictureOf(link: HTMLElement): HTMLElement {
  const known = link.querySelector('picture, img');
  if (known?.matches('picture')) {
    const picture = known.cloneNode(true) as HTMLElement;
    for (const source of picture.querySelectorAll<HTMLElement>('source, img')) source.setAttribute('sizes', '100vw');
    picture.querySelector('img')?.removeAttribute('fetchpriority');
    return picture;
  }
  const image = new Image();
  image.alt = known?.getAttribute('alt') ?? link.textContent?.trim() ?? '';
  image.loading = 'lazy';
  image.src = (link as HTMLAnchorElement).href;
  return image;
}

function caption({ dataset }: HTMLElement): HTMLElement[] {
  if (!dataset.caption) return [];
  const text = document.createElement('p');
  text.className = 'lightbox__caption';
  text.textContent = dataset.caption;
  return [text];
}

/** Steps by button, by arrow key and by swiping, and says where one is. */
function steer(dialog: HTMLElement, strip: HTMLElement, bar: Element, start: number): void {
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
    strip.scrollTo({ left: index * strip.clientWidth, behavior });
    tell(index);
  };
  const step = (by: number) => go(current + by, isStill ? 'instant' : 'smooth');

  for (const button of buttons) button.addEventListener('click', () => step(Number(button.dataset.step)));
  dialog.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  });
  strip.addEventListener('scrollend', () => tell(Math.round(strip.scrollLeft / strip.clientWidth)));
  go(start, 'instant');
}
