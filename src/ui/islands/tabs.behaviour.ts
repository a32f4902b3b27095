import { hashTarget, revealEvent } from '../browser/open-by-hash.ts';

/** Makes tabs of links and the sections they lead to. The panel that the address names is open (spec 2.1/11), else the first. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const root = element.querySelector<HTMLElement>('.tabs');
  const list = root?.querySelector<HTMLElement>('.tabs__list');
  if (!root || !list) return;
  const life = new AbortController();
  const listen = { signal: life.signal };
  const tabs = [...list.querySelectorAll<HTMLAnchorElement>('a')];
  const panels = tabs.map(({ hash }) => document.getElementById(hash.slice(1)));

  const select = (index: number) => {
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
      panels[at]?.toggleAttribute('hidden', at !== index);
    }
  };
  const panelWith = (target: Element | null) => panels.findIndex((panel) => target && panel?.contains(target));
  const tabOf = (event: Event) => tabs.indexOf((event.target as Element).closest('a') as HTMLAnchorElement);

  giveRoles(list, tabs, panels);
  list.addEventListener(
    'click',
    (event) => {
      const index = tabOf(event);
      if (index < 0) return;
      event.preventDefault();
      select(index);
    },
    listen,
  );
  list.addEventListener(
    'keydown',
    (event) => {
      const at = tabOf(event);
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const next = tabs.at(to % tabs.length);
      select(next ? tabs.indexOf(next) : 0);
      next?.focus();
    },
    listen,
  );
  root.addEventListener(revealEvent, ({ target }) => select(Math.max(0, panelWith(target as Element))), listen);
  const named = hashTarget();
  select(Math.max(0, panelWith(named)));
  if (panelWith(named) > 0) named?.scrollIntoView();
  root.dataset.awake = '';
  return () => life.abort();
}

function giveRoles(list: HTMLElement, tabs: readonly HTMLElement[], panels: readonly (HTMLElement | null)[]): void {
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
