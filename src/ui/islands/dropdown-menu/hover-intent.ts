/** Spec 9.5/1: pixels that a resting mouse may still move, how often that is looked at, and how long a menu outlasts it (milliseconds). */
const sensitivity = 3;
const interval = 20;
const timeout = 70;

interface Intent {
  readonly enter: () => void;
  readonly leave: () => void;
}

/** Tells a mouse that comes to rest on an element from one that only crosses it. Fingers and pens are not meant. */
export function watchIntent(target: HTMLElement, { enter, leave }: Intent, signal: AbortSignal): void {
  let looking: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let [x, y] = [0, 0];

  const look = (beforeX: number, beforeY: number) => {
    looking = setTimeout(() => {
      if (Math.hypot(x - beforeX, y - beforeY) < sensitivity) enter();
      else look(x, y);
    }, interval);
  };
  const listen = (type: string, listener: (event: PointerEvent) => void) =>
    target.addEventListener(
      type,
      (event) => (event as PointerEvent).pointerType === 'mouse' && listener(event as PointerEvent),
      { signal },
    );
  const move = (event: PointerEvent) => {
    [x, y] = [event.clientX, event.clientY];
  };

  listen('pointermove', move);
  listen('pointerenter', (event) => {
    clearTimeout(leaving);
    clearTimeout(looking);
    move(event);
    look(x, y);
  });
  listen('pointerleave', () => {
    clearTimeout(looking);
    leaving = setTimeout(leave, timeout);
  });
  signal.addEventListener('abort', () => {
    clearTimeout(looking);
    clearTimeout(leaving);
  });
}
