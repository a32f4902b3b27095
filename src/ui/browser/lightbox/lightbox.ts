import { noteScrollbar } from '../scroll-lock.ts';
import { readTemplate } from './texts.ts';

/** Milliseconds from closing until it is taken out of the page (spec 9.5/3): time for it to fade. */
const removalDelay = 300;

export type LightboxKind = 'image' | 'video' | 'inline' | 'panel';

export interface LightboxOptions {
  readonly kind: LightboxKind;
  /** What a screen reader calls it. */
  readonly label: string;
  /** Where a panel comes from. */
  readonly side?: 'left' | 'right' | 'bottom' | undefined;
  /** Called when it is out of the page: the time to put back what was in it. */
  readonly onRemoved?: (() => void) | undefined;
}

/** Those that are closed and still fading. */
const leaving = new Set<() => void>();

/** Takes those that still fade out of the page at once, so that what was in them is in its place again. */
export function finishClosing(): void {
  for (const remove of leaving) remove();
}

/**
 * Shows something in a modal dialog: the focus stays in it and goes back where it was, Escape and a press outside close it, the page behind does
 * not scroll. Fires `vt:lightbox-opened` and `vt:lightbox-closed` on the dialog.
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
  dialog.addEventListener('close', () => {
    const remove = () => {
      clearTimeout(timer);
      leaving.delete(remove);
      dialog.remove();
      onRemoved?.();
    };
    const timer = setTimeout(remove, removalDelay);
    leaving.add(remove);
    tell(dialog, 'vt:lightbox-closed');
  });
  noteScrollbar();
  document.body.append(dialog);
  dialog.showModal();
  tell(dialog, 'vt:lightbox-opened');
  return dialog;
}

function tell(dialog: HTMLDialogElement, type: string): void {
  dialog.dispatchEvent(new CustomEvent(type, { bubbles: true }));
}
