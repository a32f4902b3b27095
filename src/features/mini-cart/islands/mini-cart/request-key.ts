import { fragmentsField, requestKeyField } from '#features/cart/contract.ts';

/** For each form, the controller that ends the listeners of its previous request. */
const requests = new WeakMap<HTMLFormElement, AbortController>();

/**
 * Sets the key of a request, and stores the key in the form while the same fields are sent again, by the form's own
 * post or by another call.
 * @returns `forget`, to be called when the request is answered
 */
export function keepRequestKey(form: HTMLFormElement, fields: FormData): { forget(): void } {
  requests.get(form)?.abort();
  const controller = new AbortController();
  requests.set(form, controller);
  if (!fields.has(requestKeyField)) fields.set(requestKeyField, createKey());
  const key = String(fields.get(requestKeyField));
  const sent = describe(fields);
  const keepKey = ({ formData }: FormDataEvent) => {
    if (describe(formData) === sent) formData.set(requestKeyField, key);
  };
  const forget = () => controller.abort();
  form.addEventListener('formdata', keepKey, { signal: controller.signal });
  // The form was posted, and the shopper came back to the cached page.
  addEventListener('pageshow', ({ persisted }) => persisted && forget(), { signal: controller.signal });
  return { forget };
}

/** `crypto.randomUUID` is missing in pages that are opened without TLS. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');
}

/** Describes all fields except the request key and the fragments. Files are compared by name, size and date. */
function describe(fields: FormData): string {
  const entries = [...fields].filter(([name]) => name !== requestKeyField && name !== fragmentsField);
  return JSON.stringify(
    entries.map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
    ),
  );
}
