-- What the page of a tag or a brand says above its products. HTML, sanitised when it is written. Longer than what is typed: marks become entities.
alter table tags add column description text not null default '' check (length(description) <= 100000);
alter table brands add column description text not null default '' check (length(description) <= 100000);

-- For the foreign keys, and for the library, which looks for what shows a picture.
create index categories_image on categories (image_id) where image_id is not null;
create index attribute_terms_image on attribute_terms (image_id) where image_id is not null;
