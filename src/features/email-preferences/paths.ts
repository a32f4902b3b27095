export const preferencesPath = '/account/emails';

/** Parameters as in Fastify's syntax: the customer's id, the kind of mail, and the signature. */
export const stopPath = '/stop-emails/:customer/:kind/:key';
