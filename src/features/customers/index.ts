export { findCustomer, findOrCreateCustomer, lockSignedInCustomer } from './customers.ts';
export { customers } from './feature.ts';
