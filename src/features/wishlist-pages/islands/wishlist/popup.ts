import { type FormScriptConfig, formConfigAttribute } from '#features/form-markup/contract.ts';
import { getWishlistFormPath, newList, type WishlistReply, type WishlistWrite } from '#features/wishlists/contract.ts';
import { send } from '#platform/http/browser/request.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { closeLater } from '#platform/islands/browser/toast.ts';
import { openLightbox } from '#ui/browser/lightbox/lightbox.ts';
import { loadLightboxStyles } from '#ui/browser/load-style-sheet.ts';
import { behaviour as startTabs } from '#ui/islands/tabs.behaviour.ts';
import { createListLink, readProductFields, showAdded } from './add.ts';
import { formatFailure, hasCookies, readFields, sendWrite, showSuccess } from './calls.ts';
import { readWishlistConfig } from './config.ts';
import { dispatchPluginEvent } from './plugin-events.ts';
import { applyChange } from './state.ts';

export async function openPopup(link: HTMLAnchorElement): Promise<void> {
  if (link.ariaBusy === 'true' || !hasCookies()) return;
  link.ariaBusy = 'true';
  const opener = document.activeElement?.closest<HTMLElement>('.wishlist-fragment');
  const [reply] = await Promise.all([
    send<string>(link.href, { as: 'text', headers: { 'x-requested-with': 'XMLHttpRequest' } }),
    loadLightboxStyles(),
  ]).finally(() => {
    link.ariaBusy = null;
  });
  const page = new DOMParser().parseFromString(reply.ok ? reply.data : '', 'text/html');
  const content = page.querySelector<HTMLElement>('.wishlist-popup-box');
  // Fall back to the link's page, which has the same form or reports the problem.
  if (!content) return location.assign(link.href);
  const label = content.querySelector('h2')?.textContent ?? '';
  const dialog = openLightbox(document.adoptNode(content), { kind: 'inline', label });
  dialog.classList.add('wishlist-dialog');
  dialog.addEventListener('click', ({ target }) => (target as Element).closest('[data-close]') && dialog.close());
  dialog.addEventListener('close', () => {
    // The link that opened the dialog may have been replaced. The focus then stayed in the dialog.
    if (dialog.contains(document.activeElement)) opener?.querySelector('a')?.focus({ preventScroll: true });
  });
  const form = content.querySelector<HTMLFormElement>('form.wishlist-popup');
  // A contact form has its own script.
  if (!form) return watchEstimate(dialog, content);
  form.noValidate = true;
  // Start the tabs here: without this script both tabs must stay visible, since nothing would keep select and tabs
  // consistent.
  startTabs(form);
  const isNew = watchChoice(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit({ dialog, form, link, isNew: isNew() });
  });
  form.querySelector<HTMLElement>('select, input:not([type=hidden])')?.focus({ preventScroll: true });
}

/** Shows the reply in place of the contact form after an estimate was requested. */
function watchEstimate(dialog: HTMLDialogElement, content: HTMLElement): void {
  const place = content.querySelector<HTMLElement>('.wishlist-estimate');
  const config = place?.querySelector(`[${formConfigAttribute}]`)?.getAttribute(formConfigAttribute);
  if (!place || !config) return;
  const { prefix } = JSON.parse(config) as FormScriptConfig;
  place.addEventListener(`${prefix}mailsent`, (event) => {
    const { apiResponse } = (event as CustomEvent<{ readonly apiResponse?: { readonly message?: string } }>).detail;
    // Wait until the form's own script has finished.
    setTimeout(() => showAnswer(dialog, place, apiResponse?.message ?? ''));
  });
}

/**
 * Opens the tab for a new list when the shopper chooses 'new'.
 * @returns a function that tells whether the shopper is creating a new list
 */
function watchChoice(form: HTMLFormElement): () => boolean {
  const select = form.querySelector<HTMLSelectElement>('.wishlist-select');
  const name = form.querySelector<HTMLInputElement>('.wishlist-name');
  const panel = name?.closest('.tabs__panel');
  const createTab = form.querySelector<HTMLElement>(`.tabs__tab[href="#${panel?.id}"]`);
  const showCreate = () => {
    createTab?.click();
    name?.focus({ preventScroll: true });
  };
  select?.addEventListener('change', () => {
    if (select.value !== newList) return;
    const first = [...select.options].find(({ value }) => value !== newList);
    if (first && createTab) select.value = first.value;
    showCreate();
  });
  // The shopper has no list to choose.
  if (select?.value === newList) showCreate();
  return () => (createTab ? createTab.ariaSelected === 'true' : select === null || select.value === newList);
}

interface Submission {
  readonly dialog: HTMLDialogElement;
  readonly form: HTMLFormElement;
  readonly link: HTMLAnchorElement;
  readonly isNew: boolean;
}

const popupWrites: readonly WishlistWrite[] = ['add', 'move', 'create'];

async function submit(submission: Submission): Promise<void> {
  const { dialog, form, link, isNew } = submission;
  const button = form.querySelector<HTMLButtonElement>('.popup_button');
  const name = form.querySelector<HTMLInputElement>('.wishlist-name');
  const write = popupWrites.find((each) => getWishlistFormPath(each) === form.getAttribute('action'));
  if (!write || !button || button.ariaBusy === 'true') return;
  if (isNew && name && name.value.trim() === '') {
    name.ariaInvalid = 'true';
    name.addEventListener('input', () => name.removeAttribute('aria-invalid'), { once: true });
    name.focus();
    return;
  }
  const { add_to_wishlist: product, ...fields } = readFields(form);
  // Clear the name of the other tab: the server would create a new list for a name.
  if (!isNew) fields.wishlist_name = '';
  else if (write !== 'create') fields[write === 'move' ? 'destination' : 'wishlist_id'] = newList;
  button.ariaBusy = 'true';
  if (write === 'add') dispatchPluginEvent('adding_to_wishlist');
  // Prefer the product form's fields, which include choices and add-ons that the popup lacks.
  const reply = await sendWrite(write, product === undefined ? fields : { ...fields, ...readProductFields(link) });
  button.ariaBusy = null;
  if (reply?.ok) showResult(submission, write, reply.data);
  else if (reply) {
    const text = formatFailure(reply);
    form.querySelector('.wishlist-feedback')?.remove();
    form.querySelector('.wishlist-popup__content')?.prepend(createFeedback(dialog, 'error', text).feedback);
    announce(text);
  }
}

function showResult({ dialog, form, link }: Submission, write: WishlistWrite, reply: WishlistReply): void {
  const block = link.closest<HTMLElement>('.wishlist-fragment');
  const moved = Number(readFields(form).item_id ?? 0);
  if (write === 'add' && block) showAdded(block, link, reply);
  else applyChange(reply, { moved });
  if (write === 'move') dispatchPluginEvent('moved_to_another_wishlist', [link, block]);
  // The shopper has closed the dialog meanwhile.
  if (!dialog.open) showSuccess(reply.message, document.body);
  else {
    showAnswer(dialog, form, reply.message, createListLink(reply).href);
    announce(reply.message);
  }
}

/** Shows the result in place of the form, and closes the dialog after the time of the settings. */
function showAnswer(dialog: HTMLDialogElement, place: HTMLElement, text: string, listHref?: string): void {
  const { feedback, footer } = createFeedback(dialog, 'success', text);
  const list = footer.querySelector('a');
  if (listHref === undefined) list?.remove();
  else list?.setAttribute('href', listHref);
  place.replaceChildren(feedback, footer);
  // The pressed button is gone. Focus the heading: a focused control would stop the timer.
  dialog.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  closeLater(place, readWishlistConfig().timeout, () => dialog.close());
}

function createFeedback(dialog: HTMLDialogElement, kind: 'success' | 'error', text: string) {
  const template = dialog.querySelector('.wishlist-popup-box > template') as HTMLTemplateElement;
  const content = template.content.cloneNode(true) as DocumentFragment;
  const feedback = content.querySelector('.wishlist-feedback') as HTMLElement;
  const footer = content.querySelector('.wishlist-popup__footer') as HTMLElement;
  feedback.dataset.kind = kind;
  content.querySelector('span')?.append(text);
  return { feedback, footer };
}
