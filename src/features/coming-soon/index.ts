export { ComingSoonBanner, comingSoonStyles, hasComingSoonBanner } from './banner.tsx';
export { bannerState } from './banner-state.ts';
export { comingSoon } from './feature.ts';
