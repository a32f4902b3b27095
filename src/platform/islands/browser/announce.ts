/** Milliseconds that a message stays for a screen reader to find. */
const life = 10_000;

/** Of the region that the layout has; a page without one gets it. */
const regionId = 'vt-status';

/** Screen readers speak only what arrives in a region that was there before. */
export function prepareAnnouncements(): HTMLElement {
  const known = document.getElementById(regionId);
  if (known) return known;
  const region = document.createElement('div');
  region.id = regionId;
  region.setAttribute('role', 'status');
  region.className = 'visually-hidden';
  document.body.append(region);
  return region;
}

/** Says a text politely to whoever can't see that something changed. The same text twice is said twice. */
export function announce(text: string): void {
  if (text.trim() === '') return;
  const message = document.createElement('p');
  message.textContent = text;
  prepareAnnouncements().append(message);
  setTimeout(() => message.remove(), life);
}
