import { sharpen } from './sharpen.ts';
import { readTemplate } from './texts.ts';

/** How many times as large as it fits the window a photograph becomes at least, and at most. */
const least = 2;
const most = 3;
/** Pixels that an arrow key moves it. */
const stride = 80;
/** Milliseconds and pixels within which two taps are one double tap. */
const tapTime = 300;
const tapReach = 30;

export interface Zoom {
  readonly isOn: boolean;
  /** Fits it into the window again. */
  end(): void;
}

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * A closer look at the photograph in view (spec 2.3/1): a press or `+` makes it larger, a mouse then leads it, a finger drags it; a double tap and two
 * fingers do the same on glass. Arrow keys move it, `-` and `0` fit it in again. What it is laid out by is the style's `--zoom`.
 * @param box of the photograph in view; null for one that did not come
 */
export function startZoom(dialog: HTMLElement, button: HTMLElement, box: () => HTMLElement | null): Zoom {
  let zoomed: HTMLElement | null = null;
  let stopSharpening = () => {};
  let scale = 1;

  const end = () => {
    if (!zoomed) return;
    stopSharpening();
    scale = 1;
    if (document.activeElement === zoomed) button.focus();
    delete zoomed.dataset.zoomed;
    for (const name of ['tabindex', 'role', 'aria-label']) zoomed.removeAttribute(name);
    zoomed.style.removeProperty('--zoom');
    zoomed = null;
    button.setAttribute('aria-pressed', 'false');
  };
  const set = (target: HTMLElement, to: number, at: Point) => {
    const image = target.querySelector('img');
    if (!image) return;
    const before = image.getBoundingClientRect();
    const isFirst = !zoomed;
    scale = Math.min(to, largestScale(image));
    zoomed = target;
    target.dataset.zoomed = '';
    target.tabIndex = 0;
    target.role = 'group';
    target.ariaLabel = button.textContent;
    target.style.setProperty('--zoom', String(scale));
    keepInPlace(target, image, before, at);
    if (!isFirst) return;
    button.setAttribute('aria-pressed', 'true');
    stopSharpening = sharpen(image, readTemplate().texts.zoomFailed);
  };
  const toggle = (target: HTMLElement | null, at?: Point) => {
    if (zoomed || !target) return end();
    const image = target.querySelector('img');
    if (!image) return;
    const before = image.getBoundingClientRect();
    set(target, most, at ?? middleOf(before));
    grow(image, before);
  };

  listenToFingers(dialog, { box, set, end, scale: () => scale });
  listenToPresses(dialog, (event) => toggle(box(), event));
  button.addEventListener('click', () => toggle(box()));
  dialog.addEventListener('pointermove', (event) => {
    if (zoomed && event.pointerType === 'mouse') lead(zoomed, event);
  });
  dialog.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((key === '+' || key === '=') && !zoomed) toggle(box());
    else if (key === '-' || key === '0') end();
    else if (zoomed && moves[key]) {
      event.preventDefault();
      zoomed.scrollBy({ left: moves[key][0] * stride, top: moves[key][1] * stride });
    }
  });
  addEventListener('resize', end);
  dialog.addEventListener('close', () => {
    removeEventListener('resize', end);
    stopSharpening();
  });
  return {
    get isOn() {
      return zoomed !== null;
    },
    end,
  };
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** As many pixels as it has, within limits. */
function largestScale(image: HTMLImageElement): number {
  const widths = [
    ...(image.closest('picture') ?? image.parentElement ?? image).querySelectorAll('source, img'),
  ].flatMap((part) => [...(part.getAttribute('srcset') ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)));
  const fitted = image.offsetWidth / (Number.parseFloat(getComputedStyle(image).getPropertyValue('--zoom')) || 1);
  return Math.min(most, Math.max(least, Math.max(image.naturalWidth, ...widths) / fitted));
}

const middleOf = ({ left, top, width, height }: DOMRect): Point => ({
  clientX: left + width / 2,
  clientY: top + height / 2,
});

/** What was below the finger still is. */
function keepInPlace(box: HTMLElement, image: HTMLElement, before: DOMRect, { clientX, clientY }: Point): void {
  const now = image.getBoundingClientRect();
  const x = (clientX - before.left) / before.width;
  const y = (clientY - before.top) / before.height;
  box.scrollBy({
    left: now.left + x * now.width - clientX,
    top: now.top + y * now.height - clientY,
    behavior: 'instant',
  });
}

/** Where the mouse is in the box, there one is in the photograph. */
function lead(box: HTMLElement, { clientX, clientY }: Point): void {
  const { left, top, width, height } = box.getBoundingClientRect();
  box.scrollTo({
    left: ((clientX - left) / width) * (box.scrollWidth - box.clientWidth),
    top: ((clientY - top) / height) * (box.scrollHeight - box.clientHeight),
    behavior: 'instant',
  });
}

function grow(image: HTMLElement, before: DOMRect): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const now = image.getBoundingClientRect();
  const move = `translate(${before.left - now.left}px, ${before.top - now.top}px) scale(${before.width / now.width})`;
  image.animate({ transform: [move, 'none'], transformOrigin: ['0 0', '0 0'] }, { duration: 200, easing: 'ease-out' });
}

/** A click of a mouse, a double tap of a finger. */
function listenToPresses(dialog: HTMLElement, press: (at: Point) => void): void {
  let tapped = { at: Number.NEGATIVE_INFINITY, clientX: 0, clientY: 0 };
  dialog.addEventListener('click', (event) => {
    if (!(event.target as Element).matches('.lightbox__photograph img')) return;
    const { clientX, clientY } = event;
    if ((event as PointerEvent).pointerType !== 'touch') return press(event);
    const isDouble =
      event.timeStamp - tapped.at < tapTime &&
      Math.hypot(clientX - tapped.clientX, clientY - tapped.clientY) < tapReach;
    tapped = { at: isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp, clientX, clientY };
    if (isDouble) press(event);
  });
}

interface Fingers {
  box(): HTMLElement | null;
  set(box: HTMLElement, scale: number, at: Point): void;
  end(): void;
  scale(): number;
}

/** Two fingers draw it larger and smaller. */
function listenToFingers(dialog: HTMLElement, { box, set, end, scale }: Fingers): void {
  let start: { readonly apart: number; readonly scale: number } | undefined;
  dialog.addEventListener(
    'touchstart',
    ({ touches }) => {
      start = touches.length === 2 ? { apart: apart(touches), scale: scale() } : undefined;
    },
    { passive: true },
  );
  dialog.addEventListener(
    'touchmove',
    (event) => {
      const { touches } = event;
      const target = box();
      if (!start || touches.length !== 2 || !target) return;
      // Else the browser would enlarge the whole page, buttons and all.
      event.preventDefault();
      const to = (start.scale * apart(touches)) / start.apart;
      if (to > 1.05) set(target, to, middle(touches));
      else end();
    },
    { passive: false },
  );
}

function apart([one, other]: TouchList | readonly Touch[]): number {
  return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 1;
}

function middle([one, other]: TouchList | readonly Touch[]): Point {
  return {
    clientX: ((one?.clientX ?? 0) + (other?.clientX ?? 0)) / 2,
    clientY: ((one?.clientY ?? 0) + (other?.clientY ?? 0)) / 2,
  };
}
