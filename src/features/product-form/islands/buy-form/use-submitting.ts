import { type RefObject, useEffect, useState } from 'react';
import { addSettledEvent, buyNowField } from '#features/product-form/contract.ts';

export type SubmitTarget = 'cart' | 'checkout';

/**
 * Milliseconds after which a submitted form can be submitted again: browsers have no event for a page load that was
 * stopped.
 */
const submitTimeout = 10_000;

/**
 * Tells which button is submitting: from the submit event (unless the button is disabled) until the page unloads or a
 * script has added the product. Further submits are ignored meanwhile. The state resets when the page is restored
 * from the cache, or after a timeout.
 * @param button main button of the form
 */
export function useSubmitting(button: RefObject<HTMLButtonElement | null>): SubmitTarget | null {
  const [submitting, setSubmitting] = useState<SubmitTarget | null>(null);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    let isSent = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reset = () => {
      clearTimeout(timer);
      isSent = false;
      setSubmitting(null);
    };
    const handleSubmit = (event: SubmitEvent) => {
      if (event.defaultPrevented || button.current?.matches(':disabled, [aria-disabled=true]')) return;
      if (isSent) {
        event.preventDefault();
        return;
      }
      isSent = true;
      setSubmitting(event.submitter?.getAttribute('name') === buyNowField ? 'checkout' : 'cart');
      timer = setTimeout(reset, submitTimeout);
      // A script that handles the submit (`defaultPrevented`) reports the end itself. Later listeners decide that, so
      // check after they have run.
      setTimeout(() => event.defaultPrevented && clearTimeout(timer));
    };
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    form.addEventListener('submit', handleSubmit);
    form.addEventListener(addSettledEvent, reset);
    addEventListener('pageshow', handlePageShow);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('submit', handleSubmit);
      form.removeEventListener(addSettledEvent, reset);
      removeEventListener('pageshow', handlePageShow);
    };
  }, [button]);
  return submitting;
}
