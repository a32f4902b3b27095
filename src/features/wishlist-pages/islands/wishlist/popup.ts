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
import { dispatchOldEvent } from './old-events.ts';
import { applyChange } from './state.ts';

/** Shows the form behind a link in a dialog. */
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
  // Its page has the same form, or says what is wrong.
  if (!content) return location.assign(link.href);
  const label = content.querySelector('h2')?.textContent ?? '';
  const dialog = openLightbox(document.adoptNode(content), { kind: 'inline', label });
  dialog.classList.add('wishlist-dialog');
  dialog.addEventListener('click', ({ target }) => (target as Element).closest('[data-close]') && dialog.close());
  dialog.addEventListener('close', () => {
    // The link that had the focus may have been replaced: then the focus is still in the dialog.
    if (dialog.contains(document.activeElement)) opener?.querySelector('a')?.focus({ preventScroll: true });
  });
  const form = content.querySelector<HTMLFormElement>('form.wishlist-popup');
  // A contact form has its own script.
  if (!form) return watchEstimate(dialog, content);
  form.noValidate = true;
  // The server shows both tabs: without this script nothing keeps the select and the tabs alike.
  startTabs(form);
  const isNew = watchChoice(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit({ dialog, form, link, isNew: isNew() });
  });
  form.querySelector<HTMLElement>('select, input:not([type=hidden])')?.focus({ preventScroll: true });
}

/** Once the contact form of an estimate is sent, the answer takes its place. */
function watchEstimate(dialog: HTMLDialogElement, content: HTMLElement): void {
  const place = content.querySelector<HTMLElement>('.wishlist-estimate');
  const config = place?.querySelector(`[${formConfigAttribute}]`)?.getAttribute(formConfigAttribute);
  if (!place || !config) return;
  const { prefix } = JSON.parse(config) as FormScriptConfig;
  place.addEventListener(`${prefix}mailsent`, (event) => {
    const { apiResponse } = (event as CustomEvent<{ readonly apiResponse?: { readonly message?: string } }>).detail;
    // The form's script ends first.
    setTimeout(() => showAnswer(dialog, place, apiResponse?.message ?? ''));
  });
}

/** Choosing 'new' opens the tab with name and visibility. @returns whether a new list is meant */
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
  // No list to choose.
  if (select?.value === newList) showCreate();
  return () => (createTab ? createTab.ariaSelected === 'true' : select === null || select.value === newList);
}

interface Submission {
  readonly dialog: HTMLDialogElement;
  readonly form: HTMLFormElement;
  /** That opened it. */
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
  // A new list needs a name.
  if (isNew && name && name.value.trim() === '') {
    name.ariaInvalid = 'true';
    name.addEventListener('input', () => name.removeAttribute('aria-invalid'), { once: true });
    name.focus();
    return;
  }
  const { add_to_wishlist: product, ...fields } = readFields(form);
  // A name in the other tab would mean a new list.
  if (!isNew) fields.wishlist_name = '';
  else if (write !== 'create') fields[write === 'move' ? 'destination' : 'wishlist_id'] = newList;
  button.ariaBusy = 'true';
  if (write === 'add') dispatchOldEvent('adding_to_wishlist');
  // The product form says more of the product than the popup.
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
  if (write === 'move') dispatchOldEvent('moved_to_another_wishlist', [link, block]);
  // The shopper has closed it meanwhile.
  if (!dialog.open) showSuccess(reply.message, document.body);
  else {
    showAnswer(dialog, form, reply.message, createListLink(reply).href);
    announce(reply.message);
  }
}

/** Shows what was done in place of the form, and closes the popup after the time of the settings. */
function showAnswer(dialog: HTMLDialogElement, place: HTMLElement, text: string, listHref?: string): void {
  const { feedback, footer } = createFeedback(dialog, 'success', text);
  const list = footer.querySelector('a');
  if (listHref === undefined) list?.remove();
  else list?.setAttribute('href', listHref);
  place.replaceChildren(feedback, footer);
  // The pressed button is gone. A focused element stops the time, so this is none that can be pressed.
  dialog.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  closeLater(place, readWishlistConfig().timeout, () => dialog.close());
}

/** What the popup says with a check or a warning, and the buttons below it. */
function createFeedback(dialog: HTMLDialogElement, kind: 'success' | 'error', text: string) {
  const template = dialog.querySelector('.wishlist-popup-box > template') as HTMLTemplateElement;
  const content = template.content.cloneNode(true) as DocumentFragment;
  const feedback = content.querySelector('.wishlist-feedback') as HTMLElement;
  const footer = content.querySelector('.wishlist-popup__footer') as HTMLElement;
  feedback.dataset.kind = kind;
  content.querySelector('span')?.append(text);
  return { feedback, footer };
}
