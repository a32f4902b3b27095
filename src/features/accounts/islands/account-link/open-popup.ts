import { popupAction, returnField } from '#features/accounts/contract.ts';
import type { PopupTexts } from '#features/accounts/popup/popup.shared.ts';
import { send } from '#platform/http/browser/request.ts';
import { showAlert } from '#ui/browser/alert.ts';
import { openLightbox, removeClosingLightboxes } from '#ui/browser/lightbox/lightbox.ts';

/**
 * Session storage key of the typed email address, for the popup that explains why the sign-in failed. The password is
 * never stored.
 */
const emailKey = 'vt-sign-in-email';

/**
 * Shows the form to sign in. It posts to the same address as the page for signing in, and returns to the current
 * page.
 * @param url address of ajax calls
 * @param typed the email address that the page has already
 */
export async function openPopup(url: string, texts: PopupTexts, notice: string | null, typed = ''): Promise<void> {
  if (document.querySelector('.lightbox[open] .account-popup')) return;
  const query = new URLSearchParams({
    action: popupAction,
    [returnField]: location.pathname + location.search,
    ...(notice === null ? {} : { notice }),
  });
  const response = await send<string>(`${url}?${query}`, { as: 'text' });
  if (!response.ok) throw new Error(response.code);
  const template = document.createElement('template');
  template.innerHTML = response.data;
  const { content } = template;
  const email = content.querySelector<HTMLInputElement>('input[type=email]');
  if (email) email.value = notice === null ? typed : takeEmail();
  const first = typed === '' ? email : content.querySelector<HTMLInputElement>('input[type=password]');
  if (notice === null) first?.setAttribute('autofocus', '');
  const form = content.querySelector('form');
  form?.addEventListener('submit', () => keepEmail(email?.value ?? ''));
  removeClosingLightboxes();
  openLightbox(content, { kind: 'inline', label: texts.label }).classList.add('lightbox--account');
}

export function showMerged({ merged, label, ok }: PopupTexts): void {
  showAlert(merged, { label, okLabel: ok, isNative: false });
}

function keepEmail(email: string): void {
  try {
    sessionStorage.setItem(emailKey, email);
  } catch {
    // The storage is full or forbidden, so the field stays empty.
  }
}

function takeEmail(): string {
  try {
    const email = sessionStorage.getItem(emailKey) ?? '';
    sessionStorage.removeItem(emailKey);
    return email;
  } catch {
    return '';
  }
}
