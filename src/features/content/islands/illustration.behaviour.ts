import type { AnimationItem } from 'lottie-web';
import { whenSeen } from '#ui/browser/when-seen.ts';

/** Plays the animation over its still picture while it is in view. With reduced motion the picture stays. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const figure = element.querySelector<HTMLElement>('[data-animation]');
  const container = figure?.querySelector<HTMLElement>('[data-motion]');
  const button = figure?.querySelector('button');
  if (!figure || !container || !button || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const controller = new AbortController();
  let animation: AnimationItem | null = null;
  let isPaused = false;
  const observer = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting && !isPaused) animation?.play();
    else animation?.pause();
  });
  const toggle = () => {
    isPaused = !isPaused;
    if (isPaused) animation?.pause();
    else animation?.play();
    button.textContent = (isPaused ? button.dataset.play : button.dataset.pause) ?? '';
  };
  const start = async () => {
    const [{ default: player }, animationData] = await Promise.all([
      import('lottie-web/build/player/lottie_light.js'),
      readAnimation(figure.dataset.animation ?? '', controller.signal),
    ]);
    if (controller.signal.aborted) return;
    const loop = container.dataset.motion === 'loop';
    animation = player.loadAnimation({ container, animationData, renderer: 'svg', loop, autoplay: false });
    figure.setAttribute('data-moving', '');
    // An animation that ends by itself within five seconds needs no pause button (WCAG 2.2.2).
    button.hidden = !loop && (animationData.op - animationData.ip) / animationData.fr <= 5;
    button.addEventListener('click', toggle, { signal: controller.signal });
    observer.observe(figure);
  };
  const stopWatching = whenSeen(figure, () => {
    // On an error the still picture stays.
    start().catch((error: unknown) => controller.signal.aborted || console.error('An animation did not load:', error));
  });
  return () => {
    stopWatching();
    observer.disconnect();
    controller.abort();
    animation?.destroy();
    figure.removeAttribute('data-moving');
    button.hidden = true;
  };
}

/** First frame, last frame, and frames per second. They were checked before the file was stored. */
interface AnimationTimes {
  readonly ip: number;
  readonly op: number;
  readonly fr: number;
}

async function readAnimation(address: string, signal: AbortSignal): Promise<AnimationTimes> {
  const reply = await fetch(address, { signal });
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  return reply.json();
}
