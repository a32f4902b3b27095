export { importOffice } from './feature.ts';
