/**
 * Lets a column that stays in view beside a longer one (`position: sticky`) be higher than the window: it goes along with the page until its end, or on
 * the way back its beginning, is in view, and stays there. Else its end would be out of reach until the longer one has gone by.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const column = element.firstElementChild as HTMLElement | null;
  const beside = element.parentElement;
  if (!column || !beside) return;
  const life = new AbortController();
  const inBeside = () => column.getBoundingClientRect().top - boxOf(beside).top;
  /** Pixels from the beginning of the longer one to the column's, as it was when the page was last scrolled. */
  let at = inBeside();
  let [isTall, isDown, last] = [false, false, scrollY];
  /** Pixels from the window's top and bottom where style holds it: below its end is room for a bar. */
  let [start, gap] = [0, 0];

  const hold = () => {
    const height = column.offsetHeight;
    const below = boxOf(beside).height - height - at;
    // What sticks moves within its margins: one on the side where it comes from, none where it may go.
    const [top, bottom] = [`${innerHeight - height - gap}px`, `${innerHeight - height - start}px`];
    Object.assign(
      column.style,
      isDown
        ? { top, bottom: 'auto', marginTop: `${at}px`, marginBottom: '', alignSelf: '' }
        : { top: 'auto', bottom, marginTop: '', marginBottom: `${below}px`, alignSelf: 'end' },
    );
  };
  const fit = () => {
    const before = isTall;
    release(column);
    const { position, top, scrollMarginBottom } = getComputedStyle(column);
    start = Number.parseFloat(top) || 0;
    gap = Number.parseFloat(scrollMarginBottom) || 0;
    isTall = position === 'sticky' && column.offsetHeight > innerHeight - gap - start;
    if (!isTall) return;
    if (!before) at = inBeside();
    at = Math.max(0, Math.min(at, boxOf(beside).height - column.offsetHeight));
    // What is above an end that has moved stays where it is.
    isDown = false;
    hold();
  };
  const scroll = () => {
    const now = scrollY;
    if (isTall && now !== last) {
      // From where it was before, so that a jump to something in it arrives there.
      if (isDown !== now > last) {
        isDown = now > last;
        hold();
      }
      at = inBeside();
    }
    last = now;
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(column);
  addEventListener('resize', fit, { signal: life.signal });
  addEventListener('scroll', scroll, { signal: life.signal, passive: true });
  return () => {
    life.abort();
    sizes.disconnect();
    release(column);
  };
}

/** Without its padding. */
function boxOf(element: Element): { readonly top: number; readonly height: number } {
  const { paddingTop, paddingBottom } = getComputedStyle(element);
  const [above, below] = [Number.parseFloat(paddingTop), Number.parseFloat(paddingBottom)];
  const { top, height } = element.getBoundingClientRect();
  return { top: top + above, height: height - above - below };
}

function release({ style }: HTMLElement): void {
  Object.assign(style, { top: '', bottom: '', marginTop: '', marginBottom: '', alignSelf: '' });
}
