import { type RefObject, useEffect, useState } from 'react';
import { buyNowField } from '#features/product-form/contract.ts';

/** Where a form leads to. */
export type Way = 'cart' | 'checkout';

/** Milliseconds until a form that led nowhere can be sent again: nothing tells that somebody stopped the page from loading. */
const patience = 10_000;

/**
 * Which button is at work: from the submit on, unless it is disabled (spec 2.3/5), until the page goes. Meanwhile the form is not sent a second
 * time. A page that comes back as it was, or never went, is ready again.
 * @param button of the form
 */
export function useSending(button: RefObject<HTMLButtonElement | null>): Way | null {
  const [sending, setSending] = useState<Way | null>(null);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    let isSent = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ready = () => {
      clearTimeout(timer);
      isSent = false;
      setSending(null);
    };
    const send = (event: SubmitEvent) => {
      if (event.defaultPrevented || button.current?.matches(':disabled, [aria-disabled=true]')) return;
      if (isSent) {
        event.preventDefault();
        return;
      }
      isSent = true;
      setSending(event.submitter?.getAttribute('name') === buyNowField ? 'checkout' : 'cart');
      timer = setTimeout(ready, patience);
    };
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) ready();
    };
    form.addEventListener('submit', send);
    addEventListener('pageshow', comeBack);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('submit', send);
      removeEventListener('pageshow', comeBack);
    };
  }, [button]);
  return sending;
}
