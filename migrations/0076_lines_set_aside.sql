-- A line that "buy now" has set aside is not in the cart until it is put back. The cart can have an equal line meanwhile.
alter table cart_lines
  add is_aside boolean not null default false,
  drop constraint cart_lines_cart_id_fingerprint_key,
  add unique (cart_id, is_aside, fingerprint),
  add constraint line_set_aside_is_out check (not is_aside or removed_at is not null);
