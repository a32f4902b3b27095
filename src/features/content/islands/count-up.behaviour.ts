import { whenSeen } from '#ui/browser/when-seen.ts';

/** Milliseconds. */
const duration = 4000;

/** Counts up to the number on the page once it becomes visible. With reduced motion the number does not change. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const number = element.querySelector<HTMLElement>('[data-count-up]');
  if (!number || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { countUp, digits = '0', before = '', after = '' } = number.dataset;
  const [end, shown] = [Number(countUp), number.textContent];
  const fractionDigits = { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) };
  const format = new Intl.NumberFormat(document.documentElement.lang, fractionDigits);
  let frame = 0;
  const count = () => {
    const startedAt = performance.now();
    const step = (now: number) => {
      const progress = Math.min(1, Math.max(0, (now - startedAt) / duration));
      number.textContent = progress < 1 ? `${before}${format.format(end * progress)}${after}` : shown;
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };
  const stopWatching = whenSeen(number, count);
  return () => {
    stopWatching();
    cancelAnimationFrame(frame);
    number.textContent = shown;
  };
}
