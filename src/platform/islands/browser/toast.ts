import { announce } from './announce.ts';

export interface ToastAction {
  readonly label: string;
  /** Address of a link. An action without an address is a button. */
  readonly href?: string;
  readonly data?: Readonly<Record<string, string>>;
  /** Called before the toast is removed. */
  readonly run?: () => void;
}

interface ToastOptions {
  readonly kind: 'success' | 'error';
  readonly text: string;
  readonly actions?: readonly ToastAction[];
  /** Called by the button that repeats the failed action. */
  readonly retry?: (() => void) | undefined;
  /** Milliseconds until a success message closes; 0 when only the shopper closes it. */
  readonly timeout?: number;
  /**
   * The element that the message is about. The toast is shown in its open dialog, since the rest of the page is
   * inert.
   */
  readonly near?: Element;
  /** Puts the toast into the page. Default: at the edge of the window, in place of an existing toast. */
  readonly place?: (toast: HTMLElement) => void;
}

/** Shows a message and announces it to screen readers. Clones the page's `<ToastTemplate>`. */
export function showToast(options: ToastOptions): HTMLElement {
  const { kind, text, actions = [], retry, timeout = 0, near, place } = options;
  const template = document.querySelector<HTMLTemplateElement>('template#vt-toast');
  const toast = template?.content.firstElementChild?.cloneNode(true) as HTMLElement;
  const message = toast.querySelector('p') as HTMLElement;
  const button = toast.querySelector('button') as HTMLElement;
  const close = toast.querySelector('.toast__close') as HTMLElement;
  toast.dataset.kind = kind;
  message.textContent = text;
  const allActions: readonly ToastAction[] = retry ? [...actions, { label: button.textContent, run: retry }] : actions;
  for (const { label, href, data, run } of allActions) {
    const control = href === undefined ? (button.cloneNode() as HTMLElement) : document.createElement('a');
    control.textContent = label;
    if (href !== undefined) control.setAttribute('href', href);
    Object.assign(control.dataset, data);
    if (run)
      control.addEventListener('click', () => {
        run();
        toast.remove();
      });
    close.before(control);
  }
  button.remove();
  close.addEventListener('click', () => toast.remove());
  if (place) place(toast);
  else placeAtEdge(toast, near);
  announce(text);
  if (kind === 'success') closeLater(toast, timeout, () => toast.remove());
  return toast;
}

function placeAtEdge(toast: HTMLElement, near: Element | undefined): void {
  document.querySelector('.toast--edge')?.remove();
  toast.classList.add('toast--edge');
  (near?.closest('dialog[open]') ?? document.querySelector('main') ?? document.body).append(toast);
}

/** Closes after a time that hover and focus suspend. @param timeout milliseconds; 0: never */
export function closeLater(element: HTMLElement, timeout: number, close: () => void): void {
  if (timeout === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    clearTimeout(timer);
    if (element.isConnected && !element.matches(':hover, :focus-within')) timer = setTimeout(close, timeout);
  };
  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
    element.addEventListener(type, () => setTimeout(start));
  start();
}
