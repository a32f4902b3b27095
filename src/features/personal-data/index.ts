export { dataOfPerson } from './admin/person-data.tsx';
export { dataPage, ownData } from './feature.ts';
