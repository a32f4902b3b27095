import { variationChangedEvent } from '#features/product-form/contract.ts';
import { totalAttribute } from '../buy-form.shared.ts';

/**
 * 'Add to cart'. It is `disabled` when nothing can be bought, `aria-disabled` while a choice is missing, which a press
 * says, and `aria-busy` while it adds.
 */
const findMainButton = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>('.buy__button');

/**
 * Presses the main button for buttons beside it, but sends nothing.
 * @returns whether it would have; otherwise it has said what is missing
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

/** What a form shows. */
interface ShownChoice {
  /** Whether everything is chosen, and a press would add it. */
  readonly canAdd: boolean;
  /** In minor units; null: unknown. */
  readonly total: number | null;
}

function readChoice(form: HTMLFormElement): ShownChoice {
  const isOpen = findMainButton(form)?.matches(':not(:disabled, [aria-disabled=true], [aria-busy=true])') ?? false;
  const total = form.querySelector(`[${totalAttribute}]`)?.getAttribute(totalAttribute);
  return { canAdd: isOpen && !form.matches(':invalid'), total: total ? Number(total) : null };
}

/** Tells what a form shows, now and after each change. @returns ends it */
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
