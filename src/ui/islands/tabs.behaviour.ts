import { findHashTarget, revealEvent } from '../browser/open-by-hash.ts';

/** Turns links and sections into tabs. Opens the tab of the hash, else the first tab. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const root = element.querySelector<HTMLElement>('.tabs');
  const list = root?.querySelector<HTMLElement>('.tabs__list');
  if (!root || !list) return;
  const controller = new AbortController();
  const listenerOptions = { signal: controller.signal };
  const tabs = [...list.querySelectorAll<HTMLAnchorElement>('a')];
  const panels = tabs.map(({ hash }) => document.getElementById(hash.slice(1)));

  const select = (index: number) => {
    for (const [tabIndex, tab] of tabs.entries()) {
      const isSelected = tabIndex === index;
      tab.setAttribute('aria-selected', String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      panels[tabIndex]?.toggleAttribute('hidden', !isSelected);
    }
  };
  const findPanelIndex = (target: Element | null) => panels.findIndex((panel) => target && panel?.contains(target));
  const findTabIndex = (event: Event) => tabs.indexOf((event.target as Element).closest('a') as HTMLAnchorElement);

  setRoles(list, tabs, panels);
  list.addEventListener(
    'click',
    (event) => {
      const index = findTabIndex(event);
      if (index < 0) return;
      event.preventDefault();
      select(index);
    },
    listenerOptions,
  );
  list.addEventListener(
    'keydown',
    (event) => {
      const current = findTabIndex(event);
      const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: -1 }[event.key];
      if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const next = tabs.at(target % tabs.length);
      select(next ? tabs.indexOf(next) : 0);
      next?.focus();
    },
    listenerOptions,
  );
  root.addEventListener(
    revealEvent,
    ({ target }) => select(Math.max(0, findPanelIndex(target as Element))),
    listenerOptions,
  );
  const hashTarget = findHashTarget();
  select(Math.max(0, findPanelIndex(hashTarget)));
  if (findPanelIndex(hashTarget) > 0) hashTarget?.scrollIntoView();
  root.dataset.awake = '';
  return () => controller.abort();
}

function setRoles(list: HTMLElement, tabs: readonly HTMLElement[], panels: readonly (HTMLElement | null)[]): void {
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', list.dataset.label ?? '');
  for (const [index, tab] of tabs.entries()) {
    tab.setAttribute('role', 'tab');
    const panel = panels[index];
    if (!panel) continue;
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
  }
}
