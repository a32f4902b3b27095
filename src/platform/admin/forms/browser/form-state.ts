type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

/**
 * Controls that hold values of the object. Buttons are left out, and controls that only search or set what a button
 * does.
 */
export function listControls(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '' &&
      !('noValue' in element.dataset) &&
      !['hidden', 'submit', 'button', 'search'].includes(element.type),
  );
}

export function readState(control: Control): string {
  if (isCheckable(control)) return String(control.checked);
  return control.value;
}

export function writeState(control: Control, state: string): void {
  if (isCheckable(control)) control.checked = state === 'true';
  else if (!(control instanceof HTMLInputElement && control.type === 'file')) control.value = state;
}

function readSent(control: Control): string {
  if (isCheckable(control)) return String(control.defaultChecked);
  if (!(control instanceof HTMLSelectElement)) return control.type === 'file' ? '' : control.defaultValue;
  const options = [...control.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}

/** Makes a sent state the baseline that changes are compared with. Input that was typed since stays. */
export function markAsSent(control: Control, state: string): void {
  if (isCheckable(control)) control.defaultChecked = state === 'true';
  else if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.defaultSelected = option.value === state;
  else if (control.type !== 'file') {
    const typed = control.value;
    control.defaultValue = state;
    control.value = typed;
  }
}

/**
 * Clears the files of a control after a save: they are stored now, and must neither be sent again nor count as a
 * change.
 */
export function clearSentFiles(control: Control, state: string): void {
  if (control instanceof HTMLInputElement && control.type === 'file' && control.value === state) control.value = '';
}

export function isChanged(form: HTMLFormElement): boolean {
  return form.dataset.state === 'changed' || listControls(form).some((each) => readState(each) !== readSent(each));
}

/**
 * Returns the form as text that may be stored: without secrets, files and the request key, which each page gets anew.
 */
export function readText(form: HTMLFormElement): string {
  const secrets = new Set(listControls(form).flatMap(({ type, name }) => (type === 'password' ? name : [])));
  const kept = [...new FormData(form)].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[0] !== '_request' && !secrets.has(entry[0]),
  );
  return new URLSearchParams(kept).toString();
}
