import { addSettledEvent } from '#features/product-form/contract.ts';

/** True while the form's product is being added. A second submit in this time is a double click. */
export const isAdding = (form: HTMLFormElement): boolean => form.dataset.adding !== undefined;

export function showAdding(form: HTMLFormElement, submitter: HTMLElement | null): void {
  form.dataset.adding = '';
  submitter?.setAttribute('aria-busy', 'true');
}

export function endAdding(form: HTMLFormElement, submitter: HTMLElement | null): void {
  delete form.dataset.adding;
  submitter?.removeAttribute('aria-busy');
  form.dispatchEvent(new CustomEvent(addSettledEvent, { bubbles: true }));
}
