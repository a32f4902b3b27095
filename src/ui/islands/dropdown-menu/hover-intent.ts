/** Maximum pixels that a resting mouse moves per interval. */
const sensitivity = 3;
/** Milliseconds between two checks of the mouse's position. */
const interval = 20;
/** Milliseconds from leaving until `leave` is called. */
const timeout = 70;

interface HoverHandlers {
  readonly enter: () => void;
  readonly leave: () => void;
}

/** Calls `enter` when the mouse rests on the target, not when it only crosses it. Ignores touch and pen. */
export function watchHoverIntent(target: HTMLElement, { enter, leave }: HoverHandlers, signal: AbortSignal): void {
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let leaveTimer: ReturnType<typeof setTimeout> | undefined;
  let [x, y] = [0, 0];

  const poll = (beforeX: number, beforeY: number) => {
    pollTimer = setTimeout(() => {
      if (Math.hypot(x - beforeX, y - beforeY) < sensitivity) enter();
      else poll(x, y);
    }, interval);
  };
  const onMouse = (type: string, listener: (event: PointerEvent) => void) =>
    target.addEventListener(
      type,
      (event) => (event as PointerEvent).pointerType === 'mouse' && listener(event as PointerEvent),
      { signal },
    );
  const savePosition = (event: PointerEvent) => {
    [x, y] = [event.clientX, event.clientY];
  };

  onMouse('pointermove', savePosition);
  onMouse('pointerenter', (event) => {
    clearTimeout(leaveTimer);
    clearTimeout(pollTimer);
    savePosition(event);
    poll(x, y);
  });
  onMouse('pointerleave', () => {
    clearTimeout(pollTimer);
    leaveTimer = setTimeout(leave, timeout);
  });
  signal.addEventListener('abort', () => {
    clearTimeout(pollTimer);
    clearTimeout(leaveTimer);
  });
}
