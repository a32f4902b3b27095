/**
 * Closes open menus (`<details data-menu>`) on Escape, and on a press or focus elsewhere. A menu that would reach
 * beyond the window opens to the other side.
 */
export function startMenus(): void {
  const listOpen = () => [...document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')];
  const closeOthers = ({ target }: Event) => {
    for (const menu of listOpen()) if (!menu.contains(target as Node)) menu.open = false;
  };
  const keepInside = ({ target: menu }: Event) => {
    if (!(menu instanceof HTMLDetailsElement && menu.open && menu.matches('[data-menu]'))) return;
    const right = menu.lastElementChild?.getBoundingClientRect().right ?? 0;
    if (right > document.documentElement.clientWidth) menu.dataset.openTo = 'end';
  };
  // The event `toggle` does not bubble, so the listener captures it.
  document.addEventListener('toggle', keepInside, true);
  document.addEventListener('pointerdown', closeOthers);
  document.addEventListener('focusin', (event) => {
    // A press on a label inside a menu first moves the focus to an ancestor of the menu, such as `<main>`.
    if (!listOpen().some((menu) => (event.target as Node).contains(menu))) closeOthers(event);
  });
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && !event.defaultPrevented ? listOpen().at(-1) : undefined;
    if (!menu) return;
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector('summary')?.focus();
    event.preventDefault();
  });
}
