import { type FormElement, readFacts } from './form-element.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Draft = readonly (readonly [name: string, values: readonly string[]])[];

/** Milliseconds after which a draft is forgotten: a device may have several users. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

/** The same form is another one on another page. */
const getKey = (element: FormElement) => `vt-form ${location.pathname} ${readFacts(element).unitTag}`;

/** What a shopper typed or chose. Files can't be kept; answers to challenges are asked anew. */
function listControls({ form, config }: FormElement): Control[] {
  const never = `[type="hidden"], [type="file"], [type="password"], .${config.prefix}-quiz, .${config.prefix}-captchar`;
  const all = form.querySelectorAll<Control>(`:is(input, textarea, select)[name]:not([type="submit"], ${never})`);
  return [...all].filter(({ name }) => !name.startsWith('_') || name.startsWith(`_${config.prefix}_free_text_`));
}

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

function readValues(control: Control): string[] {
  if (isBox(control)) return control.checked ? [control.value] : [];
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map(({ value }) => value);
  return [control.value];
}

/** Keeps what was typed in this browser, until it is sent. */
export function saveDraft(element: FormElement): void {
  const draft = Map.groupBy(listControls(element), ({ name }) => name);
  const values = [...draft].map(([name, controls]) => [name, controls.flatMap(readValues)] as const);
  try {
    localStorage.setItem(getKey(element), JSON.stringify({ at: Date.now(), values }));
  } catch {
    // Without storage there is no draft.
  }
}

export function forgetDraft(element: FormElement): void {
  try {
    localStorage.removeItem(getKey(element));
  } catch {
    // Nothing was kept either.
  }
}

function readDraft(element: FormElement): Draft | null {
  try {
    const { at, values } = JSON.parse(localStorage.getItem(getKey(element)) ?? '');
    return Date.now() - at < lifetime ? (values as Draft) : null;
  } catch {
    return null;
  }
}

/** Fills in what was typed before, unless something was typed meanwhile. */
export function restoreDraft(element: FormElement): void {
  const draft = readDraft(element);
  const controls = listControls(element);
  if (!draft || !controls.every(isUntouched)) return;
  const values = new Map(draft);
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
  if (!(control instanceof HTMLSelectElement)) return control.value === control.defaultValue;
  const hasDefault = [...control.options].some(({ defaultSelected }) => defaultSelected);
  return !hasDefault || [...control.options].every(({ selected, defaultSelected }) => selected === defaultSelected);
}
