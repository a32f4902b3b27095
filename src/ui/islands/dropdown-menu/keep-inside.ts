/** Pixels; a narrower container leaves no room to move in (spec 9.5/2). */
const narrowest = 750;

/** Moves a dropdown sideways so that it stays within its container, by `--shift`. */
export function keepInside(dropdown: HTMLElement, container: Element): void {
  dropdown.style.removeProperty('--shift');
  const room = container.getBoundingClientRect();
  if (room.width < narrowest) return;
  const box = dropdown.getBoundingClientRect();
  const shift = Math.max(Math.min(0, room.right - box.right), room.left - box.left);
  if (shift !== 0) dropdown.style.setProperty('--shift', `${shift}px`);
}
