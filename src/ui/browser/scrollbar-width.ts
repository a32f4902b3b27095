/** Sets `--scrollbar`. The page is padded by it while a dialog hides the scrollbar. */
export function setScrollbarWidth(): void {
  const root = document.documentElement;
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
}
