/** Scrolls a strip of tabs to the one with the focus. Browsers don't when they see a part of it. */
export function startViewTabs(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches('.views__tab'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
