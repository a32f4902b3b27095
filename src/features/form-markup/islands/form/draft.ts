import { type FormElement, readFacts } from './form-element.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Values = readonly (readonly [name: string, values: readonly string[]])[];

interface Draft {
  readonly at: number;
  readonly values: Values;
  readonly files: Values;
}

/** Milliseconds. A device may have several users. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

const getKey = (element: FormElement) => `vt-form ${location.pathname} ${readFacts(element).unitTag}`;

/** Files can't be kept, and answers to challenges are asked anew. */
function listControls({ form, config }: FormElement): Control[] {
  const never = `[type="hidden"], [type="file"], [type="password"], .${config.prefix}-quiz, .${config.prefix}-captchar`;
  const all = form.querySelectorAll<Control>(`:is(input, textarea, select)[name]:not([type="submit"], ${never})`);
  return [...all].filter(({ name }) => !name.startsWith('_') || name.startsWith(`_${config.prefix}_free_text_`));
}

const listFileInputs = ({ form }: FormElement) => [...form.querySelectorAll<HTMLInputElement>('input[type="file"]')];

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

function readValues(control: Control): string[] {
  if (isBox(control)) return control.checked ? [control.value] : [];
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map(({ value }) => value);
  return [control.value];
}

/**
 * Keeps what was typed until it is sent. Values that the form was filled in with may be about a customer who signs
 * out, so they are not kept.
 */
export function saveDraft(element: FormElement): void {
  const groups = [...Map.groupBy(listControls(element), ({ name }) => name)];
  const typed = groups.filter(([, controls]) => !controls.every(isUntouched));
  const values = typed.map(([name, controls]) => [name, controls.flatMap(readValues)] as const);
  const files = listFileInputs(element).map(
    (input) => [input.name, [...(input.files ?? [])].map((file) => file.name)] as const,
  );
  const draft: Draft = { at: Date.now(), values, files };
  // Leaving a field changes nothing, and another tab may have written since.
  if (formatContent(ownDrafts.get(element.form)) === formatContent(draft)) return;
  ownDrafts.set(element.form, draft);
  try {
    localStorage.setItem(getKey(element), JSON.stringify(draft));
  } catch {
    // Without storage there is no draft.
  }
}

const ownDrafts = new WeakMap<HTMLFormElement, Draft>();

const formatContent = (draft?: Draft) => draft && JSON.stringify([draft.values, draft.files]);

/** Text that was typed in another tab stays. */
export function forgetDraft(element: FormElement): void {
  const key = getKey(element);
  const own = ownDrafts.get(element.form);
  ownDrafts.delete(element.form);
  try {
    if (own && localStorage.getItem(key) === JSON.stringify(own)) localStorage.removeItem(key);
  } catch {}
}

/**
 * Keeps the draft of this tab again when another tab has sent its own: tabs of a form share one draft. A message
 * that another tab has just sent is not kept.
 */
export function keepDraftAgain(element: FormElement, { key, oldValue, newValue }: StorageEvent): void {
  const own = ownDrafts.get(element.form);
  if (!own || key !== getKey(element) || newValue !== null || oldValue === JSON.stringify(own)) return;
  ownDrafts.delete(element.form);
  saveDraft(element);
}

function readDraft(element: FormElement): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(getKey(element)) ?? '') as Draft;
    ownDrafts.set(element.form, draft);
    return Date.now() - draft.at < lifetime ? draft : null;
  } catch {
    return null;
  }
}

/**
 * Fills in the draft, unless something was typed meanwhile. Names of files to choose again are left in `data-
 * missing` of their controls.
 */
export function restoreDraft(element: FormElement): void {
  const draft = readDraft(element);
  const controls = listControls(element);
  if (!draft || !controls.every(isUntouched)) return;
  for (const input of listFileInputs(element)) {
    const names = new Map(draft.files).get(input.name) ?? [];
    if (names.length > 0 && input.files?.length === 0) input.dataset.missing = names.join(', ');
  }
  const values = new Map(draft.values);
  for (const control of controls) {
    const kept = values.get(control.name);
    if (!kept) continue;
    if (isBox(control)) control.checked = kept.includes(control.value);
    else if (control instanceof HTMLSelectElement)
      for (const option of control.options) option.selected = kept.includes(option.value);
    else control.value = kept[0] ?? '';
  }
}

function isUntouched(control: Control): boolean {
  if (isBox(control)) return control.checked === control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value === getDefaultText(control);
  const options = [...control.options];
  if (options.some(({ defaultSelected }) => defaultSelected))
    return options.every(({ selected, defaultSelected }) => selected === defaultSelected);
  return control.multiple ? control.selectedOptions.length === 0 : control.selectedIndex <= 0;
}

/** A slider without a default begins in the middle. */
function getDefaultText(control: HTMLInputElement | HTMLTextAreaElement): string {
  const untouched = control.cloneNode() as typeof control;
  untouched.value = control.defaultValue;
  return untouched.value;
}
