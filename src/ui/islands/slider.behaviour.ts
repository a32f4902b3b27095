/** Shows buttons that move the slider by the visible width, while the slider is longer than its visible part. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  // A slide may contain another slider, whose buttons must be left out.
  const isOwn = (each: Element) => each.closest('[name="ui/slider"]') === element;
  const list = [...element.querySelectorAll('ul')].find(isOwn);
  const steps = [...element.querySelectorAll<HTMLElement>('[data-steps]')].find(isOwn);
  if (!list || !steps) return;
  const controller = new AbortController();
  const options = { signal: controller.signal, passive: true };
  const buttons = [...steps.querySelectorAll<HTMLElement>('[data-step]')];
  const getStep = (button: HTMLElement) => Number(button.dataset.step);
  // Browsers round scroll positions, so a difference of one pixel is ignored.
  const canMove = (step: number) =>
    step < 0 ? list.scrollLeft > 1 : list.scrollLeft < list.scrollWidth - list.clientWidth - 1;
  const update = () => {
    steps.hidden = !canMove(-1) && !canMove(1);
    for (const button of buttons) button.setAttribute('aria-disabled', String(!canMove(getStep(button))));
  };
  for (const button of buttons) {
    const move = () => {
      const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
      list.scrollBy({ left: getStep(button) * list.clientWidth, behavior });
    };
    button.addEventListener('click', move, options);
  }
  list.addEventListener('scroll', update, options);
  const observer = new ResizeObserver(update);
  observer.observe(list);
  return () => {
    observer.disconnect();
    controller.abort();
  };
}
