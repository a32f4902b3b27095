export { photoFeed } from './feature.ts';
export { feedMediaUse } from './feed/media-use.ts';
export { checkFeedToken } from './feed/renew-token.ts';
export { photoFeedBlock } from './photo-feed-block.tsx';
export { photoFeedProviders } from './ports.ts';
export { folderProvider } from './providers/folder-provider.ts';
export { graphProvider } from './providers/graph-provider.ts';
