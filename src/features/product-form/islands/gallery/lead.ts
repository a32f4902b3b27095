/** Milliseconds that the photograph before stays while the next one loads; a fade after that. */
const longestWait = 600;
const fade = 200;

interface Lead {
  /** @param image id of the photograph that comes first; one that is not here, or none, stands for the product's own */
  show(image: string | undefined): void;
}

/** Puts a variation's photograph first. It changes places with the product's own, so that all else stays where it was. */
export function startLead(strip: HTMLElement, ownFirst: string | undefined): Lead {
  const slideOf = (image: string | undefined) =>
    [...strip.children].find((slide) => (slide as HTMLElement).dataset.image === image) as HTMLElement | undefined;
  const own = slideOf(ownFirst) ?? (strip.firstElementChild as HTMLElement);
  let wanted = strip.firstElementChild;
  return {
    show(image) {
      const next = slideOf(image) ?? own;
      if (next === wanted) return;
      wanted = next;
      void ready(next).then(() => {
        if (next !== wanted || !next.isConnected) return;
        const before = strip.firstElementChild as HTMLElement;
        if (before === next) return;
        putFirst(strip, own, next);
        strip.scrollTo({ left: 0, behavior: 'instant' });
        fadeOver(before, next);
        scrollPageTo(strip);
      });
    },
  };
}

/** Its picture as large as the first place shows it. Resolves when it is there, or when one has waited long enough. */
function ready(slide: HTMLElement): Promise<unknown> {
  const image = slide.querySelector('img');
  if (!image) return Promise.resolve();
  const sizes = slide.parentElement?.firstElementChild?.querySelector('img')?.sizes ?? image.sizes;
  for (const part of slide.querySelectorAll('source, img')) part.setAttribute('sizes', sizes);
  image.loading = 'eager';
  image.fetchPriority = 'high';
  return Promise.race([image.decode().catch(() => {}), new Promise((resolve) => setTimeout(resolve, longestWait))]);
}

function putFirst(strip: HTMLElement, own: HTMLElement, next: HTMLElement): void {
  const now = strip.firstElementChild as HTMLElement;
  if (now !== own) exchange(now, own);
  if (next !== own) exchange(own, next);
}

function exchange(one: HTMLElement, other: HTMLElement): void {
  const place = document.createComment('');
  one.replaceWith(place);
  other.replaceWith(one);
  place.replaceWith(other);
}

/** The photograph that stood there fades from the one that stands there now. */
function fadeOver(before: HTMLElement, now: HTMLElement): void {
  const picture = before.querySelector('picture');
  if (!picture || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const cover = picture.cloneNode(true) as HTMLElement;
  const image = cover.querySelector('img');
  if (image) Object.assign(image, { alt: '', decoding: 'sync', loading: 'eager' });
  cover.className = 'gallery__before';
  now.append(cover);
  cover.animate({ opacity: [1, 0] }, { duration: fade, easing: 'ease-out' }).onfinish = () => cover.remove();
}

/**
 * Back up to the first photograph of a column that was scrolled down, when that is to be seen by it alone: where the form stays in view beside the
 * column, it doesn't move.
 */
function scrollPageTo(strip: HTMLElement): void {
  const { top } = strip.getBoundingClientRect();
  const form = strip.closest('.product')?.querySelector('.product__buy');
  if (!form || strip.scrollWidth > strip.clientWidth) return;
  const stuckAt = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const isStuck =
    getComputedStyle(form).position === 'sticky' && Math.abs(form.getBoundingClientRect().top - stuckAt) < 2;
  if (!isStuck || top > -50) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollBy({ top: top - stuckAt, behavior: isStill ? 'instant' : 'smooth' });
}
