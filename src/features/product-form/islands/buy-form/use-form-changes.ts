import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Calls back with each change of a field.
 * @param button of the form
 */
export function useFormChanges(
  button: RefObject<HTMLButtonElement | null>,
  onChange: (form: HTMLFormElement) => void,
): void {
  const handleChange = useEffectEvent(onChange);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const controller = new AbortController();
    for (const type of ['input', 'change'])
      form.addEventListener(type, () => handleChange(form), { signal: controller.signal });
    return () => controller.abort();
  }, [button]);
}
