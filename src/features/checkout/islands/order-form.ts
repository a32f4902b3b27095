import { type OrderedForm, type OrderFormDetail, orderFormEvent } from '#features/checkout/contract.ts';

/**
 * Orders the form of a checkout for buttons in the place of the order button.
 * @returns what was ordered, or why not. The form itself shows what is wrong with its fields
 */
export function orderForm(form: HTMLFormElement): Promise<OrderedForm> {
  return new Promise((resolve) => {
    const detail: OrderFormDetail = { answer: (ordered) => void ordered.then(resolve) };
    form.dispatchEvent(new CustomEvent(orderFormEvent, { detail, bubbles: true }));
  });
}
