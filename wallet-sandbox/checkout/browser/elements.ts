type Child = Node | string | null;

/** Makes an element. Properties are set, `aria-` and `data-` ones as attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> | Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (/^(aria|data)-/.test(name)) element.setAttribute(name, String(value));
    else Object.assign(element, { [name]: value });
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function makeField(label: string, properties: Partial<HTMLInputElement>): HTMLLabelElement {
  return make('label', {}, label, make('input', { required: true, ...properties }));
}

interface ChoiceOptions {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly end?: string;
  readonly note?: string;
  readonly isChosen: boolean;
}

export function makeChoice({ name, value, label, end = '', note = '', isChosen }: ChoiceOptions): HTMLLabelElement {
  const radio = make('input', { type: 'radio', name, value, checked: isChosen });
  const small = note === '' ? null : make('small', {}, note);
  return make('label', { className: 'choice' }, radio, make('span', {}, label), make('span', {}, end), small);
}

export const getById = (id: string): HTMLElement => document.getElementById(id) ?? document.body;

/** Shows a step and moves the focus to its heading, so that it is read out. */
export function showStep(heading: string, ...children: Child[]): void {
  const title = make('h1', { tabIndex: -1 }, heading);
  getById('alert').replaceChildren();
  getById('step').replaceChildren(title, ...children.filter((child) => child !== null));
  title.focus();
}

export function showAlert(text: string): void {
  getById('alert').replaceChildren(text);
}
