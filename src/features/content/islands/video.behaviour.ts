import { isAllowedInBrowser } from '#features/consent/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';

interface ProviderWindow extends Window {
  /** Called by the API of YouTube once it can be used. */
  onYouTubeIframeAPIReady?: () => void;
  YT?: { Player?: new (frame: HTMLElement, options: object) => { destroy(): void } };
  Vimeo?: { Player: new (frame: HTMLElement) => { destroy(): Promise<void> } };
}

declare const window: ProviderWindow;

/** Milliseconds until a script of a provider counts as lost. */
const timeout = 20_000;

const pendingScripts = new Map<string, Promise<void>>();

/** Plays the video in the page: for who has allowed it, the API of the provider is loaded when they press play. */
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
        // The next press follows the link.
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

/** The API gets a frame that has the player already: it would ask its provider for one, which the content policy refuses. */
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

/** Loads the API of a provider, once for all videos. After a failure the next call tries again. */
function loadProvider(provider: string, address: string): Promise<void> {
  let loading = pendingScripts.get(address);
  if (!loading) {
    loading = provider === 'youtube' ? loadYouTube(address) : loadScript(address);
    pendingScripts.set(address, loading);
    loading.catch(() => pendingScripts.delete(address));
  }
  return loading;
}

/** Its script loads another one, and calls this function after that. */
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
