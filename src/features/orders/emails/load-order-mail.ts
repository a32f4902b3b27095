/** The parts of an order's e-mail, for e-mails of other features. Loaded on demand: the modules are large. */
export const loadOrderMail = () => import('./order-mail.tsx');
