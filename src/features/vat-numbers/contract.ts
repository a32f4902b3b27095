/** Name and id of the checkout's field, and its key in `order.meta`. */
export const vatNumberField = 'vat_number';
