import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { onFillBotCheck } from '../browser.ts';
import type { ProofOfWorkOptions } from '../contract.ts';

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];

/** Solves the challenge at once. A form that is sent meanwhile waits for it. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const box = element.querySelector<HTMLElement>('[data-proof-of-work]');
  const form = box?.closest('form');
  if (!box || !form) return;
  const { texts, ...options } = readOptions(box);
  let { challenge } = options;
  const controller = new AbortController();
  const { signal } = controller;
  let answer: string | null = null;
  let hasFailed = false;
  let isWaiting = false;
  let submitter: HTMLElement | null = null;
  const show = (text: string) => {
    const status = element.querySelector<HTMLElement>('[data-status]');
    if (status) status.textContent = text;
  };
  // A review of the form may have replaced the field.
  const fillIn = (value: string) => {
    const input = element.querySelector('input');
    if (input) input.value = value;
  };
  form.addEventListener(
    'submit',
    (event) => {
      if (answer !== null) {
        fillIn(answer);
        // What is not sent after all must not use the answer up: reviews send the form's fields, too.
        setTimeout(() => event.defaultPrevented && fillIn(''));
      }
      if (answer !== null || hasFailed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      isWaiting = true;
      submitter = event.submitter;
    },
    { signal, capture: true },
  );
  const finish = (text: string) => {
    show(text);
    if (isWaiting && form.isConnected) form.requestSubmit(submitter);
    isWaiting = false;
  };
  const solve = (given: ProofOfWorkOptions['challenge']) => {
    challenge = given;
    show(texts.working);
    return solveChallenge({ challenge: given as Challenge, deriveKey, controller }).then(
      (solution) => {
        if (solution) answer = btoa(JSON.stringify({ challenge: given, solution }));
        hasFailed = solution === null;
        // Also when another check took this one's place meanwhile: that one goes on.
        finish(solution ? texts.done : texts.failed);
      },
      () => {
        hasFailed = true;
        finish(texts.failed);
      },
    );
  };
  let solved = solve(challenge);
  let isLent = false;
  const fillOnce = async () => {
    await solved;
    const newest = readOptions(element.querySelector<HTMLElement>('[data-proof-of-work]') ?? box).challenge;
    // A call has sent the answer, and a review of the form has brought another challenge since.
    if (isLent && JSON.stringify(newest) !== JSON.stringify(challenge)) solved = solve(newest);
    await solved;
    isLent = true;
    fillIn(answer ?? '');
    setTimeout(() => fillIn(''));
  };
  onFillBotCheck(form, fillOnce, signal);
  return () => controller.abort();
}

const readOptions = ({ dataset }: HTMLElement) => JSON.parse(dataset.proofOfWork ?? '{}') as ProofOfWorkOptions;
