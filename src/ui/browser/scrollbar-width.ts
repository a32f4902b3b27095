/** Sets `--scrollbar`, by which the page is padded while a dialog hides the scrollbar. */
export function setScrollbarWidth(): void {
  const root = document.documentElement;
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
}
