-- What the product told its buyers when it was sold: sanitised HTML, shown once the order is paid.
alter table order_lines add column purchase_note text not null default '';
