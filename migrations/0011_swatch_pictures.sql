-- The picture that an import named for a swatch. It shows once it is there, unless a later import named another one, or none.
alter table attribute_terms add column remote_image_id integer references remote_images on delete set null;

create index attribute_terms_remote_image on attribute_terms (remote_image_id) where remote_image_id is not null;
