import type { VariationChange } from '../contract.ts';

/** Milliseconds: the longest wait for the next photograph to load, and the length of the fade. */
const maxLoadWait = 600;
const fadeDuration = 200;

interface LeadPhotograph {
  /**
   * @param image id of the photograph to show first; undefined or an unknown id shows the product's own first
   * photograph
   */
  show(image: string | undefined): void;
}

/**
 * Moves the photograph of a variation to the front. It swaps places with the product's own first photograph, so that
 * the others keep their places.
 */
function createLeadPhotograph(strip: HTMLElement, ownFirst: string | undefined): LeadPhotograph {
  const findSlide = (image: string | undefined) =>
    [...strip.children].find((slide) => (slide as HTMLElement).dataset.image === image) as HTMLElement | undefined;
  const ownSlide = findSlide(ownFirst) ?? (strip.firstElementChild as HTMLElement);
  let target = strip.firstElementChild;
  return {
    show(image) {
      const next = findSlide(image) ?? ownSlide;
      if (next === target) return;
      target = next;
      void waitForPicture(next).then(() => {
        if (next !== target || !next.isConnected) return;
        const previous = strip.firstElementChild as HTMLElement;
        if (previous === next) return;
        moveToFront(strip, ownSlide, next);
        strip.scrollTo({ left: 0, behavior: 'instant' });
        crossFade(previous, next);
        scrollPageToGallery(strip);
      });
    },
  };
}

/** Loads the picture in the size of the first slide. Resolves when the picture is loaded or after `maxLoadWait`. */
function waitForPicture(slide: HTMLElement): Promise<unknown> {
  const image = slide.querySelector('img');
  if (!image) return Promise.resolve();
  const sizes = slide.parentElement?.firstElementChild?.querySelector('img')?.sizes ?? image.sizes;
  for (const part of slide.querySelectorAll('source, img')) part.setAttribute('sizes', sizes);
  image.loading = 'eager';
  image.fetchPriority = 'high';
  return Promise.race([image.decode().catch(() => {}), new Promise((resolve) => setTimeout(resolve, maxLoadWait))]);
}

function moveToFront(strip: HTMLElement, ownSlide: HTMLElement, next: HTMLElement): void {
  const current = strip.firstElementChild as HTMLElement;
  if (current !== ownSlide) swapElements(current, ownSlide);
  if (next !== ownSlide) swapElements(ownSlide, next);
}

function swapElements(first: HTMLElement, second: HTMLElement): void {
  const marker = document.createComment('');
  first.replaceWith(marker);
  second.replaceWith(first);
  marker.replaceWith(second);
}

function crossFade(previous: HTMLElement, next: HTMLElement): void {
  const picture = previous.querySelector('picture');
  if (!picture || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const cover = picture.cloneNode(true) as HTMLElement;
  const image = cover.querySelector('img');
  if (image) Object.assign(image, { alt: '', decoding: 'sync', loading: 'eager' });
  cover.className = 'gallery__before';
  next.append(cover);
  cover.animate({ opacity: [1, 0] }, { duration: fadeDuration, easing: 'ease-out' }).onfinish = () => cover.remove();
}

/** Scrolls back to the top of a column of photographs, but only where the form is sticky and so doesn't move. */
function scrollPageToGallery(strip: HTMLElement): void {
  const { top } = strip.getBoundingClientRect();
  const form = strip.closest('.product')?.querySelector('.product__buy');
  if (!form || strip.scrollWidth > strip.clientWidth) return;
  const stickyTop = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const isStuck =
    getComputedStyle(form).position === 'sticky' && Math.abs(form.getBoundingClientRect().top - stickyTop) < 2;
  if (!isStuck || top > -50) return;
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollBy({ top: top - stickyTop, behavior: prefersReducedMotion ? 'instant' : 'smooth' });
}

/** Shows the photograph of the chosen variation or of an incomplete choice, and the position in the strip. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const gallery = element.querySelector<HTMLElement>('.gallery');
  const strip = gallery?.querySelector<HTMLElement>('.gallery__strip');
  if (!gallery || !strip?.firstElementChild) return;
  const controller = new AbortController();
  const productId = Number(gallery.dataset.product);
  const resetTime = Number(gallery.dataset.resetTime);
  startPhotographStrip(gallery, strip, controller.signal);
  const lead = createLeadPhotograph(strip, gallery.dataset.ownFirst);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const handleVariation = ({ detail }: CustomEvent<VariationChange>) => {
    if (detail.productId !== productId) return;
    clearTimeout(timer);
    if ((detail.variationId ?? detail.imageId) === null) timer = setTimeout(() => lead.show(undefined), resetTime);
    else lead.show(String(detail.imageId));
  };
  document.addEventListener('vt:variation-changed', handleVariation as EventListener, { signal: controller.signal });
  // The variation may have been chosen before this script ran: the form then has its id.
  const field = document.querySelector<HTMLInputElement>(
    `form:has([name="product_id"][value="${productId}"]) [name="variation_id"]`,
  );
  if (field) lead.show(strip.querySelector<HTMLElement>(`[data-variations~="${field.value}"]`)?.dataset.image);
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

/**
 * Shows the position in the strip, and moves the strip by buttons and arrow keys. The column on large screens has
 * neither.
 */
function startPhotographStrip(gallery: HTMLElement, strip: HTMLElement, signal: AbortSignal): void {
  const bar = gallery.querySelector<HTMLElement>('.gallery__position');
  if (!bar) return;
  const count = bar.querySelector('.gallery__count') as HTMLElement;
  const buttons = [...bar.querySelectorAll<HTMLElement>('[data-step]')];
  const last = strip.children.length - 1;
  let current = 0;

  const updatePosition = () => {
    current = findVisibleSlide(strip);
    const text = (bar.dataset.words ?? '').replace('{n}', String(current + 1));
    if (count.textContent !== text) count.textContent = text;
    for (const button of buttons) {
      const index = current + Number(button.dataset.step);
      button.setAttribute('aria-disabled', String(index < 0 || index > last));
    }
    strip.children[current + 1]?.querySelector('img')?.setAttribute('loading', 'eager');
  };
  const scrollToSlide = (index: number) => {
    const slide = strip.children[index];
    if (!slide) return;
    const left = strip.scrollLeft + getSlideOffset(strip, slide);
    strip.scrollTo({ left, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
  };

  for (const button of buttons) {
    button.addEventListener('click', () => scrollToSlide(current + Number(button.dataset.step)), { signal });
  }
  strip.addEventListener('scroll', runOnNextFrame(updatePosition), { signal, passive: true });
  strip.addEventListener(
    'keydown',
    (event) => {
      const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const focusedIndex = [...strip.children].findIndex((slide) => slide.contains(event.target as Node));
      const link = offset && focusedIndex >= 0 ? strip.children[focusedIndex + offset]?.querySelector('a') : undefined;
      if (!offset || !link || strip.scrollWidth <= strip.clientWidth || event.ctrlKey || event.metaKey || event.altKey)
        return;
      // Without this the focus would stay on the link of a slide that is out of view.
      event.preventDefault();
      link.focus({ preventScroll: true });
      scrollToSlide(focusedIndex + offset);
    },
    { signal },
  );
  updatePosition();
}

/**
 * Returns the index of the slide at the snap position. At the end of the strip this is the last slide, which may
 * never reach the snap position.
 */
function findVisibleSlide(strip: HTMLElement): number {
  const slides = [...strip.children];
  const isAtEnd = strip.scrollLeft > 0 && strip.scrollLeft >= strip.scrollWidth - strip.clientWidth - 2;
  if (isAtEnd) return slides.length - 1;
  const distances = slides.map((slide) => Math.abs(getSlideOffset(strip, slide)));
  return distances.indexOf(Math.min(...distances));
}

/** Distance in pixels from the snap position to the slide. */
function getSlideOffset(strip: HTMLElement, slide: Element): number {
  const inset = Number.parseFloat(getComputedStyle(strip).scrollPaddingInlineStart) || 0;
  return slide.getBoundingClientRect().left - strip.getBoundingClientRect().left - inset;
}

function runOnNextFrame(update: () => void): () => void {
  let frame = 0;
  return () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(update);
  };
}
