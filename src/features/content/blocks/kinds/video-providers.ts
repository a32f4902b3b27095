/** Sites whose videos can be embedded in pages of the shop. */
export const videoProviders = {
  youtube: {
    name: 'YouTube',
    /** Address of the API that creates the player. */
    script: 'https://www.youtube.com/iframe_api',
    /** Origin of the players. This one stores less data about viewers. */
    frame: 'https://www.youtube-nocookie.com',
  },
  vimeo: {
    name: 'Vimeo',
    script: 'https://player.vimeo.com/api/player.js',
    frame: 'https://player.vimeo.com',
  },
} as const;

interface ProviderVideo {
  readonly provider: keyof typeof videoProviders;
  /** Address of the video's page at the provider. */
  readonly page: string;
  /** Address of the player, which starts at once. */
  readonly player: string;
}

/** @returns null when the address is no video at one of the providers */
export function parseVideoAddress(address: string): ProviderVideo | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username !== '' || url.port !== '') return null;
  const path = url.pathname;
  if (/^(www\.|m\.)?youtube\.com$|^www\.youtube-nocookie\.com$/.test(url.hostname)) {
    const id = path === '/watch' ? url.searchParams.get('v') : /^\/(?:embed|shorts|live)\/([^/]+)$/.exec(path)?.[1];
    return createYouTube(id ?? '');
  }
  if (url.hostname === 'youtu.be') return createYouTube(path.slice(1));
  const [, id] = /^(?:\/video)?\/(\d{1,15})$/.exec(path) ?? [];
  if (!/^(?:www\.|player\.)?vimeo\.com$/.test(url.hostname) || id === undefined) return null;
  const player = `${videoProviders.vimeo.frame}/video/${id}?autoplay=1&dnt=1`;
  return { provider: 'vimeo', page: `https://vimeo.com/${id}`, player };
}

function createYouTube(id: string): ProviderVideo | null {
  if (!/^[\w-]{11}$/.test(id)) return null;
  const player = `${videoProviders.youtube.frame}/embed/${id}?autoplay=1&enablejsapi=1&playsinline=1&rel=0`;
  return { provider: 'youtube', page: `https://www.youtube.com/watch?v=${id}`, player };
}
