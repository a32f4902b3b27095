/** Says what did not come, and lets one ask for it again. */
export function failure(text: string, againText: string, again: () => void): HTMLElement {
  const box = document.createElement('div');
  box.className = 'lightbox__failure';
  box.setAttribute('role', 'alert');
  const words = document.createElement('p');
  words.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--quiet';
  button.textContent = againText;
  button.addEventListener('click', again);
  box.append(words, button);
  return box;
}
