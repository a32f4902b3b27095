import type { SearchFormData, Suggestion } from '#features/search/contract.ts';

export interface Listbox {
  readonly element: HTMLElement;
  readonly isOpen: boolean;
  /** Index of the active option; -1 for none. */
  readonly active: number;
  readonly count: number;
  show(suggestions: readonly Suggestion[]): void;
  showFailure(retry: () => void): void;
  close(): void;
  /** `index` wraps around at both ends; null for none. */
  activate(index: number | null): void;
  followActive(): void;
}

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The listbox of a combobox whose focus stays in the field (ARIA pattern). */
export function createListbox(input: HTMLInputElement, texts: SearchFormData['texts']): Listbox {
  const id = `${input.id}-list`;
  const list = createElement('div', 'search__list', { id, role: 'listbox', 'aria-label': texts.list });
  const panel = createElement('div', 'search__panel', {}, list);
  panel.hidden = true;
  let options: HTMLElement[] = [];
  let active = -1;

  const setOpen = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen && options.length > 0));
  };
  const activate = (index: number | null) => {
    options[active]?.setAttribute('aria-selected', 'false');
    active = index === null || options.length === 0 ? -1 : (index + options.length) % options.length;
    const option = options[active];
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  };
  const replaceContent = (...content: readonly Node[]) => {
    activate(null);
    list.replaceChildren(...content);
    for (const failure of panel.querySelectorAll('.search__failure')) failure.remove();
    list.scrollTop = 0;
  };

  return {
    element: panel,
    get isOpen() {
      return !panel.hidden;
    },
    get active() {
      return active;
    },
    get count() {
      return options.length;
    },
    show(suggestions) {
      const rows = suggestions.map((suggestion, index) => createOption(suggestion, `${id}-${index}`));
      replaceContent(...rows);
      options = rows.filter((option) => !option.hasAttribute('aria-disabled'));
      setOpen(rows.length > 0);
    },
    showFailure(retry) {
      replaceContent();
      options = [];
      const retryButton = createElement('button', 'button button--text', { type: 'button' }, texts.again);
      retryButton.addEventListener('click', retry);
      panel.append(createElement('p', 'search__failure', {}, `${texts.failed} `, retryButton));
      setOpen(true);
    },
    close() {
      activate(null);
      setOpen(false);
    },
    activate,
    followActive: () => options[active]?.click(),
  };
}

/** Creates a link, so that it can be opened in a new tab. */
function createOption({ value, url, img, price, id }: Suggestion, optionId: string): HTMLElement {
  const name = createElement('span', 'search__name', {}, value);
  if (id === -1)
    return createElement('div', 'search__option', { id: optionId, role: 'option', 'aria-disabled': 'true' }, name);
  const picture = createElement('span', 'search__photo');
  if (img !== '')
    picture.append(createElement('img', '', { src: img, alt: '', width: '48', height: '60', decoding: 'async' }));
  return createElement(
    'a',
    'search__option',
    { id: optionId, href: url, role: 'option', 'aria-selected': 'false', tabindex: '-1' },
    picture,
    name,
    createElement('span', 'search__price', {}, price),
  );
}
