import { closeDialogOnBack } from '../close-on-back.ts';
import { setScrollbarWidth } from '../scrollbar-width.ts';
import { readTemplate } from './template.ts';

/** Milliseconds from closing until the dialog is removed, during which it fades out. */
const removalDelay = 300;

export type LightboxKind = 'image' | 'video' | 'inline' | 'panel';

export interface LightboxOptions {
  readonly kind: LightboxKind;
  /** Accessible name. */
  readonly label: string;
  /** Edge from which a panel slides in. */
  readonly side?: 'left' | 'right' | 'bottom' | undefined;
  /** Called after the dialog is removed from the page, to put its content back. */
  readonly onRemoved?: (() => void) | undefined;
}

/** Functions that each remove a lightbox which is closed and still fading. */
const closing = new Set<() => void>();

/** Removes fading lightboxes at once, so that their content is back in its place. */
export function removeClosingLightboxes(): void {
  for (const remove of closing) remove();
}

/**
 * Shows content in a modal dialog. Call it after `loadLightboxStyles`. Escape, "back" and a click outside close the
 * dialog; focus then returns to the element that had it before. Fires `vt:lightbox-opened` and `vt:lightbox-closed`
 * on the dialog.
 */
export function openLightbox(content: Node, { kind, label, side, onRemoved }: LightboxOptions): HTMLDialogElement {
  const dialog = readTemplate().content.querySelector('dialog') as HTMLDialogElement;
  dialog.classList.add(`lightbox--${kind}`);
  if (side) dialog.dataset.side = side;
  dialog.setAttribute('aria-label', label);
  dialog.querySelector('.lightbox__content')?.append(content);
  dialog.addEventListener('click', ({ target }) => {
    const isOutside = target === dialog && !('closedBy' in HTMLDialogElement.prototype);
    if (isOutside || (target as Element).closest('.lightbox__close')) dialog.close();
  });
  // The event `invalid` does not bubble, so the listener captures it.
  dialog.addEventListener('invalid', setInvalidMessage, true);
  dialog.addEventListener('close', () => {
    const remove = () => {
      clearTimeout(timer);
      closing.delete(remove);
      dialog.remove();
      onRemoved?.();
    };
    const timer = setTimeout(remove, removalDelay);
    closing.add(remove);
    fireEvent(dialog, 'vt:lightbox-closed');
  });
  setScrollbarWidth();
  document.body.append(dialog);
  dialog.showModal();
  closeDialogOnBack(dialog);
  fireEvent(dialog, 'vt:lightbox-opened');
  return dialog;
}

/** Sets the dialog's default message for an invalid email address or URL, until the input is changed. */
function setInvalidMessage({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.validity.typeMismatch) return;
  const { invalidEmail, invalidUrl } = readTemplate().texts;
  target.setCustomValidity(target.type === 'url' ? invalidUrl : invalidEmail);
  target.addEventListener('input', () => target.setCustomValidity(''), { once: true });
}

function fireEvent(dialog: HTMLDialogElement, type: string): void {
  dialog.dispatchEvent(new CustomEvent(type, { bubbles: true }));
}
