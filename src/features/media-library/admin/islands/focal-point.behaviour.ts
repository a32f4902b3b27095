/** Shows the focal point on the preview. Where the form can be changed, a press on the picture sets it. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const preview = element.querySelector<HTMLElement>('[data-focal-point]');
  const point = preview?.querySelector<HTMLElement>('[data-point]');
  if (!preview || !point) return;
  const controller = new AbortController();
  const { signal } = controller;
  const find = (name: string) => document.querySelector<HTMLInputElement>(`#admin-form input[name="${name}"]`);
  const place = (x: number, y: number) => {
    point.style.setProperty('left', `${x}%`);
    point.style.setProperty('top', `${y}%`);
    point.hidden = false;
  };
  const [x = 50, y = 50] = (point.dataset.point ?? '').split(' ').map(Number);
  place(x, y);
  document.addEventListener(
    'input',
    ({ target }) => {
      const name = target instanceof HTMLInputElement ? target.name : '';
      if (name === 'focalX' || name === 'focalY') place(Number(find('focalX')?.value), Number(find('focalY')?.value));
    },
    { signal },
  );
  preview.addEventListener(
    'click',
    ({ clientX, clientY }) => {
      const [inputX, inputY] = [find('focalX'), find('focalY')];
      const { left, top, width, height } = preview.getBoundingClientRect();
      if (!inputX || !inputY || width === 0 || height === 0) return;
      inputX.value = String(Math.round((100 * (clientX - left)) / width));
      inputY.value = String(Math.round((100 * (clientY - top)) / height));
      for (const input of [inputX, inputY]) input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    { signal },
  );
  return () => controller.abort();
}
