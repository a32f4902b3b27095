import type { ChallengeWidgetOptions } from '../contract.ts';
import { loadScript } from './service/load-script.ts';

interface WidgetApi {
  render(element: HTMLElement, options: Readonly<Record<string, unknown>>): string | number;
  remove?(widget: string | number): void;
}

/** Shows the widget. A form that is sent before it is solved waits; without the service the server decides. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const box = element.querySelector<HTMLElement>('[data-challenge-widget]');
  const place = box?.querySelector<HTMLElement>('[data-widget]');
  const form = box?.closest('form');
  if (!box || !place || !form) return;
  const options = JSON.parse(box.dataset.challengeWidget ?? '{}') as ChallengeWidgetOptions;
  const controller = new AbortController();
  let hasFailed = false;
  let end = () => {};
  const input = box.querySelector('input');
  const show = (text: string) => {
    const status = box.querySelector<HTMLElement>('[data-status]');
    if (status) status.textContent = text;
  };
  const fillIn = (token: string) => {
    if (input) input.value = token;
    // Forms whose button waits for the answer hear of it.
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    if (token) show('');
  };
  const fail = () => {
    hasFailed = true;
    show(options.texts.failed);
  };
  loadScript<WidgetApi>(options.script, 'render=explicit', options.global).then((api) => {
    if (controller.signal.aborted) return;
    const widget = api.render(place, {
      ...{ sitekey: options.siteKey, action: options.action, 'response-field': false },
      // Of the place where it stands. Without one, the widget follows the device.
      theme: box.closest<HTMLElement>('[data-widget-theme]')?.dataset.widgetTheme ?? 'auto',
      ...{ callback: fillIn, 'expired-callback': () => fillIn(''), 'error-callback': fail },
    });
    end = () => api.remove?.(widget);
  }, fail);
  form.addEventListener(
    'submit',
    (event) => {
      if (hasFailed || input?.value) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      show(options.texts.required);
    },
    { signal: controller.signal, capture: true },
  );
  return () => {
    controller.abort();
    end();
  };
}
