import type { BlockCheckoutProps } from '../block-checkout.shared.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields that are sent in other properties, or that only the form without script uses. */
const otherNames = new Set([
  ...['billing_email', 'billing_phone', 'order_comments', 'payment_method', 'shipping_method', 'coupon_code'],
  ...['request_key', 'expected_total', 'delivery_first', 'use_delivery_address'],
]);

/** Values of the form in the shape of the store API. */
export interface TypedCheckout {
  readonly billing_address: Readonly<Record<string, string>>;
  readonly shipping_address?: Readonly<Record<string, string>>;
  readonly note: string;
  readonly payment_method: string;
  readonly additional_fields: Readonly<Record<string, string | boolean>>;
  readonly extensions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function readFields(
  form: HTMLFormElement,
  {
    api: { storePlugin },
    extensions,
    isSame,
    hasDelivery,
  }: Pick<BlockCheckoutProps, 'api' | 'extensions'> & { readonly isSame: boolean; readonly hasDelivery: boolean },
): TypedCheckout {
  const controls = [...form.elements].filter(isControl);
  const data = new FormData(form);
  const read = (name: string) => String(data.get(name) ?? '');
  const delivery = readAddress(controls, 'shipping');
  const billing = hasDelivery && isSame ? delivery : readAddress(controls, 'billing');
  const isExtension = (name: string) => extensions.some(({ prefix }) => name.startsWith(prefix));
  const additional = controls.filter(
    ({ name }) => !otherNames.has(name) && !/^(billing|shipping)_/.test(name) && !isExtension(name),
  );
  return {
    billing_address: { ...billing, email: read('billing_email'), phone: read('billing_phone') },
    ...(hasDelivery ? { shipping_address: delivery } : {}),
    note: read('order_comments'),
    payment_method: read('payment_method'),
    additional_fields: Object.fromEntries(
      additional.map((control) => [`${storePlugin}/${control.name}`, readValue(control)]),
    ),
    extensions: Object.fromEntries(
      extensions.map(({ prefix, namespace }) => {
        const own = controls.filter(({ name }) => name.startsWith(prefix));
        return [namespace, Object.fromEntries(own.map(({ name, value }) => [name.slice(prefix.length), value]))];
      }),
    ),
  };
}

function isControl(element: Element): element is Control {
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement;
  return isField && element.name !== '' && !(element.type === 'radio' && !(element as HTMLInputElement).checked);
}

function readValue(control: Control): string | boolean {
  return control.type === 'checkbox' ? (control as HTMLInputElement).checked : control.value;
}

function readAddress(controls: readonly Control[], kind: 'billing' | 'shipping'): Record<string, string> {
  const own = controls.filter(({ name }) => name.startsWith(`${kind}_`) && !otherNames.has(name));
  return Object.fromEntries(own.map(({ name, value }) => [name.slice(kind.length + 1), value]));
}
