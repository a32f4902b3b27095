import { openLightbox } from './lightbox/lightbox.ts';

export interface AlertOptions {
  /** What a screen reader calls the dialog: what it is about. */
  readonly label: string;
  /** The word on its button. */
  readonly ok: string;
  /** The browser's own, which stops everything until it is answered. */
  readonly isNative: boolean;
}

/** Says something that has to be noticed before one goes on. Closing it brings the focus back to where it was. */
export function showAlert(text: string, { label, ok, isNative }: AlertOptions): void {
  if (isNative) {
    alert(text);
    return;
  }
  const box = document.createElement('div');
  box.className = 'alert';
  const words = document.createElement('p');
  words.textContent = text;
  words.id = 'vt-alert';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  button.textContent = ok;
  button.autofocus = true;
  box.append(words, button);
  const dialog = openLightbox(box, { kind: 'inline', label });
  dialog.setAttribute('role', 'alertdialog');
  dialog.setAttribute('aria-describedby', words.id);
  button.addEventListener('click', () => dialog.close());
}
