import { readCartTexts } from './texts.ts';

export function createRetryButton(retry: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--text';
  button.textContent = readCartTexts().retry;
  button.addEventListener('click', retry);
  return button;
}
