/** SQL for whether `stock s` lets anything be sold. */
export const isAvailableSql = `case when s.managed then s.on_hand > 0 or s.backorders <> 'no' else s.status <> 'out' end`;
