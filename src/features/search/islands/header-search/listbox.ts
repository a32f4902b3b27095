import type { SearchFormData, SearchOverview, Suggestion } from '#features/search/contract.ts';

export interface Listbox {
  readonly element: HTMLElement;
  readonly isOpen: boolean;
  /** Index of the active option; -1 when no option is active. */
  readonly active: number;
  readonly count: number;
  /** @param query the searched text, for the message that nothing was found */
  show(suggestions: readonly Suggestion[], query: string): void;
  /**
   * Adds former prices to the suggestions, and more options below them.
   * @param allUrl URL of the page with all results
   */
  showOverview(overview: SearchOverview, allUrl: string): void;
  showRecent(searches: readonly string[], toUrl: (search: string) => string, clear: () => void): void;
  showFailure(retry: () => void): void;
  close(): void;
  /** @param index wraps around at both ends; null deactivates the active option */
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

/** Creates the listbox of a combobox: the focus stays in the field (ARIA pattern). */
export function createListbox(input: HTMLInputElement, texts: SearchFormData['texts']): Listbox {
  const id = `${input.id}-list`;
  const list = createElement('div', 'search__list');
  const listbox = createElement('div', '', { id, role: 'listbox', 'aria-label': texts.list }, list);
  const panel = createElement('div', 'search__panel', {}, listbox);
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
    listbox.replaceChildren(list);
    panel.replaceChildren(listbox);
    list.scrollTop = 0;
  };
  const createLinkOption = (className: string, url: string, ...content: readonly (Node | string)[]) => {
    const attributes = { id: `${id}-link-${options.length}`, href: url, ...optionAttributes };
    const option = createElement('a', className, attributes, ...content);
    options.push(option);
    return option;
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
    show(suggestions, query) {
      const rows = suggestions.map((suggestion, index) => createOption(suggestion, `${id}-${index}`));
      replaceContent(...rows);
      options = rows.filter((option) => !option.hasAttribute('aria-disabled'));
      if (rows.length === 0)
        panel.prepend(
          createElement(
            'p',
            'search__note',
            {},
            texts.noneFor.replace('{query}', () => query),
          ),
        );
      setOpen(true);
    },
    showOverview({ total, viewAll, formerPrices, links, pages }, allUrl) {
      for (const { id, price } of formerPrices) {
        const cell = list.querySelector(`[data-product="${id}"] .search__price`);
        cell?.prepend(createElement('s', 'search__former', {}, price), ' ');
      }
      const addGroup = (name: string, content: HTMLElement, note?: string) => {
        const group = createElement('div', '', { role: 'group' }, content);
        if (note !== undefined) {
          group.prepend(createElement('div', 'search__note', { id: `${id}-${name}` }, note));
          group.setAttribute('aria-labelledby', `${id}-${name}`);
        }
        listbox.append(group);
      };
      if (pages.length > 0) {
        // The note says that nothing was found, but pages were.
        panel.querySelector('.search__note')?.remove();
        const rows = pages.map(({ name, url, text }) =>
          createLinkOption('search__page', url, name, createElement('span', 'search__snippet', {}, text)),
        );
        addGroup('pages', createElement('div', '', {}, ...rows), texts.pages);
      }
      if (links.length > 0) {
        const items = links.map(({ name, url }) => createLinkOption('search__link', url, name));
        const isInstead = total === 0 && pages.length === 0;
        addGroup(
          'links',
          createElement('div', 'search__links', {}, ...items),
          isInstead ? texts.tryInstead : undefined,
        );
      }
      if (viewAll !== '') listbox.append(createLinkOption('search__all', allUrl, viewAll));
      setOpen(true);
    },
    showRecent(searches, toUrl, clear) {
      replaceContent();
      options = [];
      const links = searches.map((search) => createElement('a', 'search__link', { href: toUrl(search) }, search));
      const clearButton = createElement('button', 'button button--text', { type: 'button' }, texts.clearRecent);
      clearButton.addEventListener('click', clear);
      panel.append(
        createElement('p', 'search__note', {}, `${texts.recent} `, clearButton),
        createElement('p', 'search__links', {}, ...links),
      );
      setOpen(true);
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

/** Options are reached by arrow keys (ARIA pattern) and followed by Enter. */
const optionAttributes = { role: 'option', 'aria-selected': 'false', tabindex: '-1' };

/** The option is a link, so that it can be opened in a new tab. */
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
    { id: optionId, href: url, ...optionAttributes, 'data-product': String(id) },
    picture,
    createElement('span', 'search__text', {}, name, createElement('span', 'search__price', {}, price)),
  );
}
