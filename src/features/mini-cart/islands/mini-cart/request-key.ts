import { fragmentsField, requestKeyField } from '#features/cart/contract.ts';

/** Ends the listener of the request before it. */
const requests = new WeakMap<HTMLFormElement, AbortController>();

/**
 * Gives a request its key, and the same key to the form as long as it is sent again with the same
 * fields: by its own post or by another call.
 * @returns `forget` when the request is answered
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
  // The form was posted, and the shopper came back.
  addEventListener('pageshow', ({ persisted }) => persisted && forget(), { signal: controller.signal });
  return { forget };
}

/** `crypto.randomUUID` is missing where the shop is opened without TLS. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');
}

/** All fields but the key and those of the call. Files count by name, size and date. */
function describe(fields: FormData): string {
  const entries = [...fields].filter(([name]) => name !== requestKeyField && name !== fragmentsField);
  return JSON.stringify(
    entries.map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
    ),
  );
}
