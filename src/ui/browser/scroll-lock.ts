/** Says how wide the scrollbar is that goes away while a dialog keeps the page from scrolling, so that the page does not jump into its place. */
export function noteScrollbar(): void {
  const root = document.documentElement;
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
}
