export { formTags } from './feature.ts';
