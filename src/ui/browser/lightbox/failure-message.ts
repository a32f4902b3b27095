export function createFailureMessage(text: string, retryLabel: string, onRetry: () => void): HTMLElement {
  const container = document.createElement('div');
  container.className = 'lightbox__failure';
  container.setAttribute('role', 'alert');
  const message = document.createElement('p');
  message.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--quiet';
  button.textContent = retryLabel;
  button.addEventListener('click', onRetry);
  container.append(message, button);
  return container;
}
