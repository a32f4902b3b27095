/** Milliseconds: how long the previous photograph waits for the next one, and the fade. */
const maxLoadWait = 600;
const fadeDuration = 200;

interface LeadPhotograph {
  /**
   * @param image id of the photograph that comes first; one that is not here, or none, stands for
   *   the product's own
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
  const own = findSlide(ownFirst) ?? (strip.firstElementChild as HTMLElement);
  let wanted = strip.firstElementChild;
  return {
    show(image) {
      const next = findSlide(image) ?? own;
      if (next === wanted) return;
      wanted = next;
      void waitForPicture(next).then(() => {
        if (next !== wanted || !next.isConnected) return;
        const before = strip.firstElementChild as HTMLElement;
        if (before === next) return;
        moveToFront(strip, own, next);
        strip.scrollTo({ left: 0, behavior: 'instant' });
        crossFade(before, next);
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

function moveToFront(strip: HTMLElement, own: HTMLElement, next: HTMLElement): void {
  const now = strip.firstElementChild as HTMLElement;
  if (now !== own) swapElements(now, own);
  if (next !== own) swapElements(own, next);
}

function swapElements(one: HTMLElement, other: HTMLElement): void {
  const marker = document.createComment('');
  one.replaceWith(marker);
  other.replaceWith(one);
  marker.replaceWith(other);
}

/** Fades out the previous photograph over the new one. */
function crossFade(before: HTMLElement, now: HTMLElement): void {
  const picture = before.querySelector('picture');
  if (!picture || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const cover = picture.cloneNode(true) as HTMLElement;
  const image = cover.querySelector('img');
  if (image) Object.assign(image, { alt: '', decoding: 'sync', loading: 'eager' });
  cover.className = 'gallery__before';
  now.append(cover);
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
  const stuckAt = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const isStuck =
    getComputedStyle(form).position === 'sticky' && Math.abs(form.getBoundingClientRect().top - stuckAt) < 2;
  if (!isStuck || top > -50) return;
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollBy({ top: top - stuckAt, behavior: prefersReducedMotion ? 'instant' : 'smooth' });
}
