import { variationChangedEvent } from '#features/product-form/contract.ts';
import { totalAttribute } from '../buy-form.shared.ts';

/**
 * 'Add to cart'. It is `disabled` when nothing can be bought, `aria-disabled` while a choice is missing (a press then
 * names the missing choice), and `aria-busy` while it adds to the cart.
 */
const findMainButton = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>('.buy__button');

/**
 * Presses the main button for a button of another feature, but sends nothing.
 * @returns whether the form would have been sent; if not, it now shows what is missing
 */
export function pressMainButton(form: HTMLFormElement): boolean {
  const button = findMainButton(form);
  if (button?.matches('[aria-busy=true]')) return false;
  let isSent = false;
  const stop = (event: Event) => {
    isSent = event.target === form;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('submit', stop, { capture: true });
  button?.click();
  document.removeEventListener('submit', stop, { capture: true });
  return isSent;
}

interface ShownChoice {
  /** Whether everything is chosen, so that a press would add to the cart. */
  readonly canAdd: boolean;
  /** Minor units; null when unknown. */
  readonly total: number | null;
}

function readChoice(form: HTMLFormElement): ShownChoice {
  const isOpen = findMainButton(form)?.matches(':not(:disabled, [aria-disabled=true], [aria-busy=true])') ?? false;
  const total = form.querySelector(`[${totalAttribute}]`)?.getAttribute(totalAttribute);
  return { canAdd: isOpen && !form.matches(':invalid'), total: total ? Number(total) : null };
}

/**
 * Reports the state of a form, now and after each change.
 * @returns a function that stops the reports
 */
export function followForm(form: HTMLFormElement, tell: (choice: ShownChoice) => void): () => void {
  const update = () => tell(readChoice(form));
  const observer = new MutationObserver(update);
  const attributes = ['disabled', 'aria-disabled', 'aria-busy', totalAttribute];
  observer.observe(form, { subtree: true, attributeFilter: attributes });
  const changes = ['input', 'change', 'reset', variationChangedEvent];
  for (const type of changes) form.addEventListener(type, update);
  update();
  return () => {
    observer.disconnect();
    for (const type of changes) form.removeEventListener(type, update);
  };
}
