import { loadLargerImage } from './larger-image.ts';
import { readTemplate } from './template.ts';

/** Lower and upper limit of an image's maximum scale; at scale 1 the image fits the window. */
const minLargestScale = 2;
const maxLargestScale = 3;
/** Pixels per arrow key. */
const keyStep = 80;
/** Maximum milliseconds and pixels between the two taps of a double tap. */
const doubleTapTime = 300;
const doubleTapDistance = 30;

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * Zooms the image in view by click, `+`, double tap or pinch. The mouse, a
 * finger or the arrow keys move the image; `-` and `0` reset it. CSS sizes it by `--zoom`.
 * @param getBox returns the box of the image in view; null when the image failed to load
 * @returns `end` resets the zoom
 */
export function startZoom(dialog: HTMLElement, button: HTMLElement, getBox: () => HTMLElement | null) {
  let zoomed: HTMLElement | null = null;
  let stopLoading = () => {};
  let scale = 1;

  const end = () => {
    if (!zoomed) return;
    stopLoading();
    scale = 1;
    if (document.activeElement === zoomed) button.focus();
    delete zoomed.dataset.zoomed;
    for (const name of ['tabindex', 'role', 'aria-label']) zoomed.removeAttribute(name);
    zoomed.style.removeProperty('--zoom');
    zoomed = null;
    button.setAttribute('aria-pressed', 'false');
  };
  const zoomTo = (target: HTMLElement, newScale: number, point: Point) => {
    const image = target.querySelector('img');
    if (!image) return;
    const before = image.getBoundingClientRect();
    const isFirst = !zoomed;
    scale = Math.min(newScale, getLargestScale(image));
    zoomed = target;
    target.dataset.zoomed = '';
    target.tabIndex = 0;
    target.role = 'group';
    target.ariaLabel = button.textContent;
    target.style.setProperty('--zoom', String(scale));
    keepPointInPlace(target, image, before, point);
    if (!isFirst) return;
    button.setAttribute('aria-pressed', 'true');
    stopLoading = loadLargerImage(image, readTemplate().texts.zoomFailed);
  };
  const toggle = (target: HTMLElement | null, point?: Point) => {
    if (zoomed || !target) return end();
    const image = target.querySelector('img');
    if (!image) return;
    const before = image.getBoundingClientRect();
    zoomTo(target, maxLargestScale, point ?? getCenter(before));
    animateZoom(image, before);
  };

  listenForPinch(dialog, { getBox, zoomTo, end, getScale: () => scale });
  listenForClicks(dialog, (event) => toggle(getBox(), event));
  button.addEventListener('click', () => toggle(getBox()));
  dialog.addEventListener('pointermove', (event) => {
    if (zoomed && event.pointerType === 'mouse') followMouse(zoomed, event);
  });
  dialog.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((key === '+' || key === '=') && !zoomed) toggle(getBox());
    else if (key === '-' || key === '0') end();
    else if (zoomed && arrowDirections[key]) {
      event.preventDefault();
      const [x, y] = arrowDirections[key];
      zoomed.scrollBy({ left: x * keyStep, top: y * keyStep });
    }
  });
  addEventListener('resize', end);
  dialog.addEventListener('close', () => {
    removeEventListener('resize', end);
    stopLoading();
  });
  return {
    get isOn() {
      return zoomed !== null;
    },
    end,
  };
}

const arrowDirections: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the scale that shows all pixels of the image, within the limits. */
function getLargestScale(image: HTMLImageElement): number {
  const widths = [
    ...(image.closest('picture') ?? image.parentElement ?? image).querySelectorAll('source, img'),
  ].flatMap((source) =>
    [...(source.getAttribute('srcset') ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)),
  );
  const fitted = image.offsetWidth / (Number.parseFloat(getComputedStyle(image).getPropertyValue('--zoom')) || 1);
  return Math.min(maxLargestScale, Math.max(minLargestScale, Math.max(image.naturalWidth, ...widths) / fitted));
}

const getCenter = ({ left, top, width, height }: DOMRect): Point => ({
  clientX: left + width / 2,
  clientY: top + height / 2,
});

/** Scrolls so that the image point under the pointer stays in place. */
function keepPointInPlace(box: HTMLElement, image: HTMLElement, before: DOMRect, { clientX, clientY }: Point): void {
  const now = image.getBoundingClientRect();
  const x = (clientX - before.left) / before.width;
  const y = (clientY - before.top) / before.height;
  box.scrollBy({
    left: now.left + x * now.width - clientX,
    top: now.top + y * now.height - clientY,
    behavior: 'instant',
  });
}

/** Scrolls the image in proportion to the mouse's position in the box. */
function followMouse(box: HTMLElement, { clientX, clientY }: Point): void {
  const { left, top, width, height } = box.getBoundingClientRect();
  box.scrollTo({
    left: ((clientX - left) / width) * (box.scrollWidth - box.clientWidth),
    top: ((clientY - top) / height) * (box.scrollHeight - box.clientHeight),
    behavior: 'instant',
  });
}

function animateZoom(image: HTMLElement, before: DOMRect): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const now = image.getBoundingClientRect();
  const move = `translate(${before.left - now.left}px, ${before.top - now.top}px) scale(${before.width / now.width})`;
  image.animate({ transform: [move, 'none'], transformOrigin: ['0 0', '0 0'] }, { duration: 200, easing: 'ease-out' });
}

/** Calls `onClick` for a mouse click or a double tap on the image. */
function listenForClicks(dialog: HTMLElement, onClick: (point: Point) => void): void {
  let lastTap = { time: Number.NEGATIVE_INFINITY, clientX: 0, clientY: 0 };
  dialog.addEventListener('click', (event) => {
    if (!(event.target as Element).matches('.lightbox__photograph img')) return;
    const { clientX, clientY } = event;
    if ((event as PointerEvent).pointerType !== 'touch') return onClick(event);
    const isDouble =
      event.timeStamp - lastTap.time < doubleTapTime &&
      Math.hypot(clientX - lastTap.clientX, clientY - lastTap.clientY) < doubleTapDistance;
    lastTap = { time: isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp, clientX, clientY };
    if (isDouble) onClick(event);
  });
}

interface PinchHandlers {
  getBox(): HTMLElement | null;
  zoomTo(box: HTMLElement, scale: number, point: Point): void;
  end(): void;
  getScale(): number;
}

function listenForPinch(dialog: HTMLElement, { getBox, zoomTo, end, getScale }: PinchHandlers): void {
  let start: { readonly distance: number; readonly scale: number } | undefined;
  dialog.addEventListener(
    'touchstart',
    ({ touches }) => {
      start = touches.length === 2 ? { distance: getDistance(touches), scale: getScale() } : undefined;
    },
    { passive: true },
  );
  dialog.addEventListener(
    'touchmove',
    (event) => {
      const { touches } = event;
      const target = getBox();
      if (!start || touches.length !== 2 || !target) return;
      // Otherwise the browser zooms the whole page.
      event.preventDefault();
      const scale = (start.scale * getDistance(touches)) / start.distance;
      if (scale > 1.05) zoomTo(target, scale, getMidpoint(touches));
      else end();
    },
    { passive: false },
  );
}

function getDistance([first, second]: TouchList | readonly Touch[]): number {
  return first && second ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY) : 1;
}

function getMidpoint([first, second]: TouchList | readonly Touch[]): Point {
  return {
    clientX: ((first?.clientX ?? 0) + (second?.clientX ?? 0)) / 2,
    clientY: ((first?.clientY ?? 0) + (second?.clientY ?? 0)) / 2,
  };
}
