import { type RefObject, useEffect, useState } from 'react';
import { buyNowField } from '#features/product-form/contract.ts';

/** Where a form leads to. */
export type SubmitTarget = 'cart' | 'checkout';

/** Milliseconds until a form that led nowhere can be sent again: nothing tells that somebody stopped the page from loading. */
const submitTimeout = 10_000;

/**
 * Which button is at work: from the submit on, unless it is disabled (spec 2.3/5), until the page goes. Meanwhile the form is not sent a second
 * time. A page that comes back as it was, or never went, is ready again.
 * @param button of the form
 */
export function useSubmitting(button: RefObject<HTMLButtonElement | null>): SubmitTarget | null {
  const [sending, setSending] = useState<SubmitTarget | null>(null);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    let isSent = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reset = () => {
      clearTimeout(timer);
      isSent = false;
      setSending(null);
    };
    const handleSubmit = (event: SubmitEvent) => {
      if (event.defaultPrevented || button.current?.matches(':disabled, [aria-disabled=true]')) return;
      if (isSent) {
        event.preventDefault();
        return;
      }
      isSent = true;
      setSending(event.submitter?.getAttribute('name') === buyNowField ? 'checkout' : 'cart');
      timer = setTimeout(reset, submitTimeout);
    };
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    form.addEventListener('submit', handleSubmit);
    addEventListener('pageshow', handlePageShow);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('submit', handleSubmit);
      removeEventListener('pageshow', handlePageShow);
    };
  }, [button]);
  return sending;
}
