import type { PasskeyScript } from '#features/passkeys/contract.ts';

/** Finds the parts of the passkey element and its settings; null when the page has no such element. */
export function readParts(element: HTMLElement) {
  const box = element.querySelector<HTMLElement>('[data-passkeys]');
  const button = box?.querySelector('button');
  const alert = box?.querySelector<HTMLElement>('[role=alert]');
  if (!box || !button || !alert) return null;
  return { box, button, alert, script: JSON.parse(box.dataset.passkeys ?? '{}') as PasskeyScript };
}

export function showFailure(alert: HTMLElement, message: string): void {
  alert.hidden = false;
  alert.textContent = message;
}

/** Loads a path of the shop, also when it differs from the current page only after `#`. */
export function leaveTo(path: string): void {
  const target = new URL(path, location.href);
  const isSamePage = target.pathname === location.pathname && target.search === location.search;
  location.assign(target);
  if (isSamePage && target.hash !== '') location.reload();
}
