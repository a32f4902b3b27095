import { onFillBotCheck } from '../browser.ts';
import type { ScoreCheckOptions } from '../contract.ts';
import { loadScript } from './service/load-script.ts';

interface ScoreApi {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { readonly action: string }): PromiseLike<string>;
}

/** Milliseconds after which a form is sent without a token. */
const patience = 8_000;

/** Gets a token when the form is sent, because tokens end soon. Without one the server decides. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const box = element.querySelector<HTMLElement>('[data-score-check]');
  const form = box?.closest('form');
  if (!box || !form) return;
  const { script, siteKey, global, action } = JSON.parse(box.dataset.scoreCheck ?? '{}') as ScoreCheckOptions;
  const controller = new AbortController();
  const loaded = loadScript<ScoreApi>(script, new URLSearchParams({ render: siteKey }).toString(), global);
  loaded.catch(() => {});
  let isWaiting = false;
  let token: string | null = null;
  // A review of the form may have replaced the field.
  const fillIn = (value: string) => {
    const input = element.querySelector('input');
    if (input) input.value = value;
  };
  const fetchToken = async () => {
    const api = await loaded;
    await new Promise<void>((resolve) => api.ready(resolve));
    return await api.execute(siteKey, { action });
  };
  const giveUp = () => new Promise<string>((resolve) => setTimeout(() => resolve(''), patience));
  const findToken = () => Promise.race([fetchToken().catch(() => ''), giveUp()]);
  const fillOnce = () =>
    findToken().then((value) => {
      fillIn(value);
      setTimeout(() => fillIn(''));
    });
  onFillBotCheck(form, fillOnce, controller.signal);
  form.addEventListener(
    'submit',
    (event) => {
      if (token !== null) {
        fillIn(token);
        token = null;
        // What is not sent after all must not use the token up: reviews send the form's fields, too.
        setTimeout(() => event.defaultPrevented && fillIn(''));
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isWaiting) return;
      isWaiting = true;
      const { submitter } = event;
      void findToken().then((value) => {
        isWaiting = false;
        token = value;
        // Also when another check took this one's place meanwhile: that one goes on.
        // A browser ignores it within the event of the first press.
        setTimeout(() => form.isConnected && form.requestSubmit(submitter));
      });
    },
    { signal: controller.signal, capture: true },
  );
  return () => controller.abort();
}
