/** Scrolls a strip of tabs to the focused tab. Browsers do not scroll when a part of the tab is in view. */
export function startViewTabs(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches('.views__tab'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
