/**
 * Lets a sticky column be higher than the window. While scrolling down, the column moves with the page until its
 * end is in view and sticks there; while scrolling up, until its start is in view. With CSS alone its end would stay
 * out of view until the longer column beside it has passed.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const column = element.firstElementChild as HTMLElement | null;
  const container = element.parentElement;
  if (!column || !container) return;
  const controller = new AbortController();
  const getOffset = () => column.getBoundingClientRect().top - getContentBox(container).top;
  /** Pixels from the container's top to the column's top, at the last scroll. */
  let offset = getOffset();
  let [isTall, isScrollingDown, lastScroll] = [false, false, scrollY];
  /** Pixels between the column and the window's top and bottom, as set in CSS. */
  let [topInset, bottomInset] = [0, 0];

  const pin = () => {
    const height = column.offsetHeight;
    const below = getContentBox(container).height - height - offset;
    // A sticky box moves within its margins, so the margin is set on the side that the box comes from.
    const [top, bottom] = [`${innerHeight - height - bottomInset}px`, `${innerHeight - height - topInset}px`];
    Object.assign(
      column.style,
      isScrollingDown
        ? { top, bottom: 'auto', marginTop: `${offset}px`, marginBottom: '', alignSelf: '' }
        : { top: 'auto', bottom, marginTop: '', marginBottom: `${below}px`, alignSelf: 'end' },
    );
  };
  const onResize = () => {
    const wasTall = isTall;
    clearStyles(column);
    const { position, top, scrollMarginBottom } = getComputedStyle(column);
    topInset = Number.parseFloat(top) || 0;
    bottomInset = Number.parseFloat(scrollMarginBottom) || 0;
    isTall = position === 'sticky' && column.offsetHeight > innerHeight - bottomInset - topInset;
    if (!isTall) return;
    if (!wasTall) offset = getOffset();
    offset = Math.max(0, Math.min(offset, getContentBox(container).height - column.offsetHeight));
    // The column is pinned by its start, so that content above a change of its height stays in place.
    isScrollingDown = false;
    pin();
  };
  /**
   * At an end of the container both pins give the same position, so the pin for the opposite direction is set early.
   */
  const updatePin = (isDown: boolean) => {
    const end = getContentBox(container).height - column.offsetHeight;
    const isWanted = offset <= 0 || (isDown && offset < end - 1);
    if (isScrollingDown === isWanted) return;
    isScrollingDown = isWanted;
    pin();
  };
  const onScroll = () => {
    const isDown = scrollY > lastScroll;
    if (isTall && scrollY !== lastScroll) {
      // Pins at the offset before this scroll, so that a jump to an element in the column arrives at that element.
      updatePin(isDown);
      offset = getOffset();
      updatePin(isDown);
    }
    lastScroll = scrollY;
  };
  const resizeObserver = new ResizeObserver(onResize);
  resizeObserver.observe(column);
  addEventListener('resize', onResize, { signal: controller.signal });
  addEventListener('scroll', onScroll, { signal: controller.signal, passive: true });
  return () => {
    controller.abort();
    resizeObserver.disconnect();
    clearStyles(column);
  };
}

function getContentBox(element: Element): { readonly top: number; readonly height: number } {
  const { paddingTop, paddingBottom } = getComputedStyle(element);
  const [above, below] = [Number.parseFloat(paddingTop), Number.parseFloat(paddingBottom)];
  const { top, height } = element.getBoundingClientRect();
  return { top: top + above, height: height - above - below };
}

function clearStyles({ style }: HTMLElement): void {
  Object.assign(style, { top: '', bottom: '', marginTop: '', marginBottom: '', alignSelf: '' });
}
