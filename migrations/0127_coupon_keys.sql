-- Codes are compared in one case of every language, without invisible characters: ÇİÇEK is çiçek. These are the letters and signs
-- in which the keys of before differ from those of `toCouponKey`.
create temporary table folded_coupons on commit drop as
  select id, code_key, btrim(regexp_replace(
    replace(replace(replace(
      translate(
        regexp_replace(code_key, '[\u00AD\u034F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
        U&'\2010\2011\2012\2013\2014\2015\2212\2043\02D7\2018\2019\02B9\02BB\02BC\2032\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9\0131',
        '---------''''''''''''01234567890123456789i'),
      U&'i\0307', 'i'), U&'\1E9E', 'ss'), U&'\00DF', 'ss'),
    '\s+', ' ', 'g')) as key
  from coupons;

-- Two codes that have become one: the one that has the key already, or else the older one, keeps working.
create temporary table coupon_keys on commit drop as
  select id, key, row_number() over (partition by key order by code_key = key desc, id) as place from folded_coupons
  where length(key) between 1 and 100;

update coupons set is_enabled = false from coupon_keys k where k.id = coupons.id and k.place > 1;
update coupons set code_key = k.key from coupon_keys k where k.id = coupons.id and k.place = 1 and code_key <> k.key;
