export { informationPages } from './feature.ts';
export { listFooterLinks, listInformationPages } from './pages.tsx';
export { informationPageSettings } from './settings.ts';
