import { isAllowedInBrowser } from '#features/consent/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';

interface ProviderWindow extends Window {
  /** The YouTube API calls this function when it is ready. */
  onYouTubeIframeAPIReady?: () => void;
  YT?: { Player?: new (frame: HTMLElement, options: object) => { destroy(): void } };
  Vimeo?: { Player: new (frame: HTMLElement) => { destroy(): Promise<void> } };
}

declare const window: ProviderWindow;

/** Milliseconds until the script of a provider counts as failed. */
const timeout = 20_000;

const pendingScripts = new Map<string, Promise<void>>();

/** Plays the video in the page. When the shopper has allowed the provider and presses play, its API is loaded. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const block = element.querySelector<HTMLElement>('[data-provider]');
  const link = block?.querySelector<HTMLAnchorElement>('[data-video]');
  if (!block || !link) return;
  const { provider = '', script = '', question = '', label = '', failed = '', player = '' } = block.dataset;
  let end: (() => void) | undefined;
  const play = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || !isAllowedInBrowser({ id: question, isAllowedByDefault: false })) return;
    event.preventDefault();
    void loadProvider(provider, script).then(
      () => {
        const created = createPlayer(provider, player, label);
        created.frame.className = 'video__frame';
        link.replaceWith(created.frame);
        created.frame.focus();
        end = created.start();
      },
      () => {
        // Stop handling clicks, so that the next one follows the link.
        link.removeEventListener('click', play);
        announce(failed);
      },
    );
  };
  link.addEventListener('click', play);
  return () => {
    link.removeEventListener('click', play);
    end?.();
  };
}

/**
 * Give the API a frame that already contains the player. Otherwise the API would request a player from
 * its provider, which the content security policy refuses.
 */
function createPlayer(provider: string, src: string, title: string) {
  const frame = document.createElement('iframe');
  Object.assign(frame, { src, title, allow: 'autoplay; fullscreen; picture-in-picture', allowFullscreen: true });
  const start = (): (() => void) => {
    if (provider === 'youtube' && window.YT?.Player) {
      const player = new window.YT.Player(frame, {});
      return () => player.destroy();
    }
    const player = window.Vimeo ? new window.Vimeo.Player(frame) : null;
    return () => void player?.destroy();
  };
  return { frame, start };
}

/** Loads the API of a provider once for all videos. After a failure the next call tries again. */
function loadProvider(provider: string, address: string): Promise<void> {
  let loading = pendingScripts.get(address);
  if (!loading) {
    loading = provider === 'youtube' ? loadYouTube(address) : loadScript(address);
    pendingScripts.set(address, loading);
    loading.catch(() => pendingScripts.delete(address));
  }
  return loading;
}

/** The script of YouTube loads another script, which calls this function when it is ready. */
function loadYouTube(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('not ready in time')), timeout);
    const before = window.onYouTubeIframeAPIReady;
    window.onYouTubeIframeAPIReady = () => {
      clearTimeout(timer);
      before?.();
      resolve();
    };
    loadScript(address).catch(reject);
  });
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    const timer = setTimeout(() => reject(new Error('not loaded in time')), timeout);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${address} did not load`));
    });
    document.head.append(script);
  });
}
