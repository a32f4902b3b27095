/** Milliseconds: how long the previous photograph waits for the next one, and the fade. */
const maxLoadWait = 600;
const fadeDuration = 200;

interface LeadPhotograph {
  /**
   * @param image id of the photograph to show first; the product's own when undefined or unknown
   */
  show(image: string | undefined): void;
}

/**
 * Moves a variation's photograph to the front. It swaps places with the product's own, so that the
 * others keep their places.
 */
export function createLeadPhotograph(strip: HTMLElement, ownFirst: string | undefined): LeadPhotograph {
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

/**
 * Loads the picture in the size of the first slide. Resolves when it is loaded or after
 * `maxLoadWait`.
 */
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

/** Fades out the previous photograph over the new one. */
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

/**
 * Scrolls a column of photographs back to its top, but only where the form is sticky and so doesn't
 * move.
 */
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
