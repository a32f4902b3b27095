/** Shows and hides a password. The password is hidden again when the form is sent. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const input = element.querySelector('input');
  const button = element.querySelector('button');
  if (!input || !button) return;
  const controller = new AbortController();
  const { signal } = controller;
  const show = (isShown: boolean) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = (isShown ? button.dataset.hide : button.dataset.show) ?? '';
  };
  button.addEventListener('click', () => show(input.type === 'password'), { signal });
  // Browsers remember values of plain text fields, so the type is set back.
  input.form?.addEventListener('submit', () => show(false), { signal });
  return () => controller.abort();
}
