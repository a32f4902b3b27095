/** Milliseconds that a message stays in the region. */
const messageLifetime = 10_000;

/** Id of the live region. The layout renders it; other pages get one. */
const regionId = 'vt-status';

/** Screen readers announce only what arrives in a region that already exists. */
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

/** Announces a text politely to screen readers. The same text given twice is announced twice. */
export function announce(text: string): void {
  if (text.trim() === '') return;
  const message = document.createElement('p');
  message.textContent = text;
  prepareAnnouncements().append(message);
  setTimeout(() => message.remove(), messageLifetime);
}
