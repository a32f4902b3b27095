import { type OrderedForm, type OrderFormDetail, orderFormEvent } from '#features/checkout/contract.ts';

/**
 * Places the order of a checkout form, for buttons that replace the order button.
 * @returns the order, or the reasons for a refusal. The form itself shows problems of its fields
 */
export function orderForm(form: HTMLFormElement): Promise<OrderedForm> {
  return new Promise((resolve) => {
    const detail: OrderFormDetail = { answer: (ordered) => void ordered.then(resolve) };
    form.dispatchEvent(new CustomEvent(orderFormEvent, { detail, bubbles: true }));
  });
}
