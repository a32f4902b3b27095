import { announce } from '#platform/islands/browser/announce.ts';
import { triangleAlertPath } from '#ui/icon-paths.shared.ts';
import { readWishlistConfig } from './config.ts';

export interface NoteAction {
  readonly label: string;
  /** A link, or what a button does. */
  readonly href?: string;
  /** Name of the popup that the link opens. */
  readonly popup?: string;
  readonly run?: () => void;
}

interface Note {
  readonly kind: 'success' | 'error';
  readonly text: string;
  readonly actions?: readonly NoteAction[];
  /** The element that it is about. */
  readonly near: Element;
}

let current: HTMLElement | undefined;

/**
 * Says at the edge of the window what happened, and announces it. It closes after the timeout of the
 * settings, but not while it is hovered or focused, nor after a failure.
 */
export function showNote({ kind, text, actions = [], near }: Note): void {
  current?.remove();
  const note = document.createElement('div');
  note.className = 'wishlist-note';
  note.dataset.kind = kind;
  const message = document.createElement('p');
  message.textContent = text;
  const closeForPopup = () => {
    // The popup returns the focus to where it was.
    near.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
    note.remove();
  };
  const controls = actions.map((action) => createAction(note, action, closeForPopup));
  note.append(createSign(kind), message, ...controls, createClose(note));
  // All but an open dialog is inert.
  (near.closest('dialog[open]') ?? document.querySelector('main') ?? document.body).append(note);
  current = note;
  announce(text);
  if (kind === 'success') closeLater(note, () => note.remove());
}

/** Closes after the timeout of the settings; hover and focus stop the time. */
export function closeLater(element: HTMLElement, close: () => void): void {
  const { timeout } = readWishlistConfig();
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

function createAction(
  note: HTMLElement,
  { label, href, popup, run }: NoteAction,
  closeForPopup: () => void,
): HTMLElement {
  if (href !== undefined) {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = label;
    if (popup !== undefined) {
      link.dataset.rel = `prettyPhoto[${popup}]`;
      link.addEventListener('click', closeForPopup);
    }
    return link;
  }
  const button = createButton(label);
  button.addEventListener('click', () => {
    note.remove();
    run?.();
  });
  return button;
}

function createClose(note: HTMLElement): HTMLElement {
  const button = createButton('×');
  button.classList.add('wishlist-note__close');
  button.setAttribute('aria-label', readWishlistConfig().texts.close);
  button.addEventListener('click', () => note.remove());
  return button;
}

function createButton(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--text';
  button.textContent = label;
  return button;
}

const checkPath = 'M20 6 9 17l-5-5';

/** A check, or a warning. */
export function createSign(kind: Note['kind']): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(namespace, 'svg');
  icon.setAttribute('class', 'icon');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  icon.dataset.sign = kind === 'success' ? 'check' : 'warning';
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', kind === 'success' ? checkPath : triangleAlertPath);
  icon.append(path);
  return icon;
}
