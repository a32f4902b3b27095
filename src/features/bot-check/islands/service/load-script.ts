const loading = new Map<string, Promise<unknown>>();

/**
 * Loads the script of a service, once for all forms.
 * @returns its global object; rejects when it can't be loaded
 */
export function loadScript<Api>(address: string, query: string, global: string): Promise<Api> {
  const src = `${address}?${query}`;
  const known = loading.get(src);
  if (known !== undefined) return known as Promise<Api>;
  const promise = new Promise<Api>((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = src;
    script.addEventListener('load', () => {
      const api = Reflect.get(window, global) as Api | undefined;
      if (api === undefined) reject(new Error(`${address} has no ${global}`));
      else resolve(api);
    });
    script.addEventListener('error', () => {
      loading.delete(src);
      script.remove();
      reject(new Error(`${address} can't be loaded`));
    });
    document.head.append(script);
  });
  loading.set(src, promise);
  return promise;
}
