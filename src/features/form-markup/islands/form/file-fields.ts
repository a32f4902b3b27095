import { validateForm } from '#features/form-definitions/contract.ts';
import { type FileFieldTexts, fileTextsAttribute } from '#features/form-markup/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { createAlertIcon } from '#ui/browser/field-error.ts';
import type { FormElement } from './form-element.ts';
import { loadSchema } from './validate-fields.ts';

interface FileControl {
  readonly input: HTMLInputElement;
  readonly place: HTMLElement;
  readonly list: HTMLUListElement;
  readonly missing: HTMLElement | null;
  readonly texts: FileFieldTexts;
  files: readonly File[];
}

/**
 * Makes fields for files places to drop files on, with a list of what was chosen. The control itself keeps
 * the files, so that the form sends them as it does without script.
 * @returns its cleanup
 */
export function startFileFields(element: FormElement, signal: AbortSignal): () => void {
  const { form } = element;
  const controls = [...form.querySelectorAll<HTMLInputElement>('input[type="file"]')].flatMap(
    (input) => createControl(input) ?? [],
  );
  for (const control of controls) startControl(element, control, signal);
  // A file beside the place would replace the page, and with it all that was typed.
  for (const type of ['dragover', 'drop'] as const)
    document.addEventListener(type, (event) => hasFiles(event) && event.preventDefault(), { signal });
  // The controls are empty after this event.
  form.addEventListener('reset', () => setTimeout(() => controls.forEach((each) => void setFiles(element, each, []))), {
    signal,
  });
  return () => {
    for (const { place, list } of controls) {
      place.classList.remove('file-drop--ready');
      list.remove();
    }
  };
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

function createControl(input: HTMLInputElement): FileControl | null {
  const place = input.closest<HTMLElement>(`[${fileTextsAttribute}]`);
  if (!place) return null;
  const list = document.createElement('ul');
  list.className = 'file-list';
  list.hidden = true;
  const missing = place.parentElement?.querySelector<HTMLElement>('.file-drop__missing') ?? null;
  (missing ?? place).after(list);
  const texts: FileFieldTexts = JSON.parse(place.getAttribute(fileTextsAttribute) ?? '{}');
  return { input, place, list, missing, texts, files: [] };
}

function startControl(element: FormElement, control: FileControl, signal: AbortSignal): void {
  const { input, place, missing, texts } = control;
  place.classList.add('file-drop--ready');
  if (missing && input.dataset.missing) {
    missing.textContent = texts.again.replace('{names}', input.dataset.missing);
    missing.hidden = false;
  }
  let isOwnChange = false;
  const add = (added: readonly File[]) => {
    if (added.length === 0) return;
    const known = new Set(control.files.map(getFileKey));
    const files = input.multiple
      ? [...control.files, ...added.filter((file) => !known.has(getFileKey(file)))]
      : added.slice(0, 1);
    void setFiles(element, control, files);
    announce(`${texts.added}: ${added.map(({ name }) => name).join(', ')}`);
  };
  const change = (files: readonly File[]) => {
    void setFiles(element, control, files);
    reportChange();
  };
  /** Reports a change as one by the shopper: the form validates the field and keeps its draft. */
  const reportChange = () => {
    isOwnChange = true;
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
    isOwnChange = false;
  };
  // This listener runs before those of the form, which read the control.
  input.addEventListener('change', () => isOwnChange || add([...(input.files ?? [])]), { signal });
  for (const type of ['dragenter', 'dragover'] as const)
    place.addEventListener(type, (event) => place.classList.toggle('file-drop--over', hasFiles(event)), { signal });
  place.addEventListener('dragleave', () => place.classList.remove('file-drop--over'), { signal });
  place.addEventListener(
    'drop',
    (event) => {
      place.classList.remove('file-drop--over');
      event.preventDefault();
      if (input.disabled) return;
      add([...(event.dataTransfer?.files ?? [])]);
      reportChange();
    },
    { signal },
  );
  control.list.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest('button');
      if (!button) return;
      const buttons = [...control.list.querySelectorAll('button')];
      const index = buttons.indexOf(button);
      const [removed] = control.files.filter((_, each) => each === index);
      change(control.files.filter((_, each) => each !== index));
      const rest = control.list.querySelectorAll('button');
      (rest[index] ?? rest[index - 1] ?? input).focus();
      if (removed) announce(`${texts.removed}: ${removed.name}`);
    },
    { signal },
  );
  // Adds files that were chosen before the script ran.
  add([...(input.files ?? [])]);
}

const getFileKey = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`;

async function setFiles(element: FormElement, control: FileControl, files: readonly File[]): Promise<void> {
  const { input, list, missing } = control;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  control.files = files;
  if (missing) missing.hidden = true;
  delete input.dataset.missing;
  list.hidden = files.length === 0;
  list.replaceChildren(...files.map((file) => createRow(control, file)));
  if (files.length === 0) return;
  const schema = await loadSchema(element);
  if (!schema || control.files !== files) return;
  const field = input.name.replace(/\[\]$/, '');
  const rules = schema.rules.filter((rule) => rule.field === field && rulesOfFile.includes(rule.rule));
  for (const [index, file] of files.entries()) {
    const error = validateForm(rules, [{ name: field, value: file }], 'browser').get(field);
    if (error !== undefined) markRow(list.children[index], error);
  }
}

const rulesOfFile = ['file', 'maxfilesize', 'maxeachfilesize'];

function createRow({ texts }: FileControl, { name, size }: File): HTMLLIElement {
  const row = document.createElement('li');
  row.className = 'file-list__file';
  const words = document.createElement('span');
  words.className = 'file-list__name';
  words.textContent = name;
  const bytes = document.createElement('span');
  bytes.className = 'file-list__size';
  bytes.textContent = formatBytes(size);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--text file-list__remove';
  button.textContent = texts.remove;
  const hidden = document.createElement('span');
  hidden.className = 'visually-hidden';
  hidden.textContent = ` ${name}`;
  button.append(hidden);
  row.append(words, bytes, button);
  return row;
}

/** Marks a wrong file. The error of the field says why; screen readers hear it in the list, too. */
function markRow(row: Element | undefined, error: string): void {
  row?.classList.add('file-list__file--wrong');
  const words = document.createElement('span');
  words.className = 'visually-hidden';
  words.textContent = ` ${error}`;
  row?.querySelector('.file-list__name')?.append(words);
  row?.prepend(createAlertIcon());
}

function formatBytes(bytes: number): string {
  const [unit, amount] = bytes < 1e6 ? ['kilobyte', Math.max(bytes / 1e3, 0.1)] : ['megabyte', bytes / 1e6];
  const options = { style: 'unit', unit: `${unit}`, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(document.documentElement.lang || 'en', options).format(Number(amount));
}
