import { triangleAlertPath } from '#ui/icon-paths.shared.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Shows an error beside a control, as `FieldError` does, until the control is changed. */
export function showFieldError(control: Control, text: string): void {
  removeFieldError(control);
  const error = document.createElement('p');
  error.className = 'field__error';
  error.id = getErrorId(control);
  const words = document.createElement('span');
  words.textContent = text;
  error.append(createAlertIcon(), words);
  control.after(error);
  control.setAttribute('aria-invalid', 'true');
  setDescriptions(control, [...listDescriptions(control), error.id]);
  control.addEventListener('input', () => removeFieldError(control), { once: true });
}

export function removeFieldError(control: Control): void {
  const id = getErrorId(control);
  document.getElementById(id)?.remove();
  control.removeAttribute('aria-invalid');
  setDescriptions(
    control,
    listDescriptions(control).filter((each) => each !== id),
  );
}

const getErrorId = ({ id }: Control) => `${id}-error`;

const listDescriptions = (control: Control) =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '');

function setDescriptions(control: Control, ids: readonly string[]): void {
  if (ids.length === 0) control.removeAttribute('aria-describedby');
  else control.setAttribute('aria-describedby', ids.join(' '));
}

export function createAlertIcon(): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(namespace, 'svg');
  icon.setAttribute('class', 'icon icon--small');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', triangleAlertPath);
  icon.append(path);
  return icon;
}
