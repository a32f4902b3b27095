/**
 * Runs in the page before its scripts: the part of jQuery that scripts of a moved shop use here, with its add-ons that
 * block elements, and the library of dialogs. Written for tests; it keeps what is blocked in `data-blocked`.
 */
export function installOldScriptLibrary(): void {
  type Handler = (event: { readonly target: EventTarget }, ...args: readonly unknown[]) => void;
  const handlers = new WeakMap<EventTarget, Map<string, Handler[]>>();
  const on = (target: EventTarget, name: string, handler: Handler) => {
    const own = handlers.get(target) ?? new Map<string, Handler[]>();
    own.set(name, [...(own.get(name) ?? []), handler]);
    handlers.set(target, own);
  };
  // Handlers of jQuery hear what is triggered by jQuery, with its arguments, and it bubbles.
  const trigger = (target: EventTarget, name: string, args: readonly unknown[] = []) => {
    for (let node: Node | null = target as Node; node !== null; node = node.parentNode)
      for (const handler of handlers.get(node)?.get(name) ?? []) handler({ target }, ...args);
  };
  const library = (target: EventTarget | (() => void)) => {
    if (typeof target !== 'function')
      return {
        on: (name: string, handler: Handler) => on(target, name, handler),
        trigger: (name: string, args?: readonly unknown[]) => trigger(target, name, args),
        show: () => {
          (target as HTMLElement).style.display = 'block';
        },
        hide: () => {
          (target as HTMLElement).style.display = 'none';
        },
        block: () => (target as HTMLElement).setAttribute('data-blocked', ''),
        unblock: () => (target as HTMLElement).removeAttribute('data-blocked'),
      };
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', target);
    else setTimeout(target);
    return undefined;
  };
  const whole = () => library(document.documentElement);
  const Swal = {
    fire({ html }: { readonly html: string }) {
      document.querySelector('.swal')?.remove();
      document.body.insertAdjacentHTML('beforeend', `<div class="swal" role="dialog">${html}</div>`);
    },
  };
  Object.assign(window, {
    jQuery: Object.assign(library, { blockUI: () => whole()?.block(), unblockUI: () => whole()?.unblock() }),
    Swal,
  });
}
