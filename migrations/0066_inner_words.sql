-- Names in scripts without spaces are found by each word inside of them. The job of the next minute writes all
-- documents anew with these words.
insert into search_changes (product_id) select id from products;
