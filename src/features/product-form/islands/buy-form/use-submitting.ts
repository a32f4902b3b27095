import { type RefObject, useEffect, useState } from 'react';
import { addSettledEvent, buyNowField } from '#features/product-form/contract.ts';

/** The page that the form leads to. */
export type SubmitTarget = 'cart' | 'checkout';

/**
 * Milliseconds until a submitted form can be submitted again: no event reports that loading was
 * stopped.
 */
const submitTimeout = 10_000;

/**
 * The button that is submitting, from the submit event (unless it is disabled) until
 * the page unloads or the product was added by script. Further submits are ignored meanwhile. It
 * resets when the page is restored or never left.
 * @param button of the form
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
      // A script that adds by a call reports the end. Listeners after this one tell whether there is one.
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
