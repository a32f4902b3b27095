import { openLightbox } from './lightbox/lightbox.ts';

export interface AlertOptions {
  readonly label: string;
  readonly okLabel: string;
  /** Uses `window.alert`, which blocks the page until it is dismissed. */
  readonly isNative: boolean;
}

/** Shows a message that the shopper has to dismiss. Focus returns to the element that had it before. */
export function showAlert(text: string, { label, okLabel, isNative }: AlertOptions): void {
  if (isNative) {
    alert(text);
    return;
  }
  const content = document.createElement('div');
  content.className = 'alert';
  const message = document.createElement('p');
  message.textContent = text;
  message.id = 'vt-alert';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  button.textContent = okLabel;
  button.autofocus = true;
  content.append(message, button);
  const dialog = openLightbox(content, { kind: 'inline', label });
  dialog.setAttribute('role', 'alertdialog');
  dialog.setAttribute('aria-describedby', message.id);
  button.addEventListener('click', () => dialog.close());
}
