CREATE TABLE "facet_value" (
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"bit" integer NOT NULL,
	CONSTRAINT "facet_value_facet_value_pk" PRIMARY KEY("facet","value"),
	CONSTRAINT "facet_value_bit" UNIQUE("facet","bit"),
	CONSTRAINT "facet_value_range" CHECK ("facet_value"."bit" between 0 and 62)
);
--> statement-breakpoint
CREATE TABLE "product_listing" (
	"site_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone,
	"product_variant_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"position" integer NOT NULL,
	"amount_incl_vat" integer NOT NULL,
	"amount_per_kg" double precision,
	"starch_sugar" double precision,
	"is_sale" boolean NOT NULL,
	"is_new" boolean NOT NULL,
	"rating" double precision,
	"horse_types" bigint NOT NULL,
	"age_groups" bigint NOT NULL,
	"applications" bigint NOT NULL,
	"ingredient_flags" bigint NOT NULL,
	"labour" bigint NOT NULL,
	"packaging" bigint NOT NULL,
	"weight_class" bigint NOT NULL,
	CONSTRAINT "product_listing_site_id_product_id_valid_from_pk" PRIMARY KEY("site_id","product_id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "search_synonym" (
	"language_id" integer NOT NULL,
	"group_key" text NOT NULL,
	"term" text NOT NULL,
	CONSTRAINT "search_synonym_language_id_group_key_term_pk" PRIMARY KEY("language_id","group_key","term")
);
--> statement-breakpoint
CREATE TABLE "search_word" (
	"language_id" integer NOT NULL,
	"word" text NOT NULL,
	"product_count" integer NOT NULL,
	"site_ids" jsonb NOT NULL,
	CONSTRAINT "search_word_language_id_word_pk" PRIMARY KEY("language_id","word")
);
--> statement-breakpoint
ALTER TABLE "product_listing" ADD CONSTRAINT "product_listing_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_listing" ADD CONSTRAINT "product_listing_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_synonym" ADD CONSTRAINT "search_synonym_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_word" ADD CONSTRAINT "search_word_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_listing_category" ON "product_listing" USING btree ("site_id","category_id","valid_from","valid_until");--> statement-breakpoint
CREATE INDEX "product_listing_product" ON "product_listing" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "search_synonym_term" ON "search_synonym" USING btree ("language_id","term");--> statement-breakpoint
CREATE INDEX "search_word_similar" ON "search_word" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "product_variant_article" ON "product_variant" USING btree (upper("article_number") text_pattern_ops);--> statement-breakpoint
-- Every row that product_listing shall hold. VAT as in shared/rules/prices.ts: round half up (excl. x (1 + rate)).
CREATE VIEW "product_listing_source" AS
SELECT
	sold.site_id,
	p.product_id,
	period.valid_from,
	period.valid_until,
	v.product_variant_id,
	p.category_id,
	p.position,
	incl.amount AS amount_incl_vat,
	CASE v.content_unit
		WHEN 'kg' THEN incl.amount / nullif(v.content_value, 0)
		WHEN 'g' THEN incl.amount * 1000 / nullif(v.content_value, 0)
	END AS amount_per_kg,
	((p.analytical ->> 'starch')::numeric + (p.analytical ->> 'sugar')::numeric)::double precision AS starch_sugar,
	p.is_sale,
	p.is_new,
	rated.rating_sum::double precision / nullif(rated.rating_count, 0) AS rating,
	facets.horse_types,
	facets.age_groups,
	facets.applications,
	facets.ingredient_flags,
	facets.labour,
	facets.packaging,
	facets.weight_class
FROM "product" p
JOIN "site_product" sold ON sold.product_id = p.product_id
JOIN "site" s ON s.site_id = sold.site_id
JOIN "site_setting" setting ON setting.site_id = sold.site_id
JOIN "product_variant" v ON v.product_id = p.product_id AND v.is_default AND v.is_listed
CROSS JOIN LATERAL (
	SELECT
		changed.amount_excl_vat,
		changed.valid_from,
		lead(changed.valid_from) OVER (ORDER BY changed.valid_from) AS valid_until
	FROM "price" changed
	WHERE changed.site_id = sold.site_id AND changed.product_variant_id = v.product_variant_id
) period
CROSS JOIN LATERAL (
	SELECT floor(period.amount_excl_vat * (100 + CASE setting.vat_type_by_class ->> p.vat_class
		WHEN 'high' THEN s.vat_percentage_high
		WHEN 'low' THEN s.vat_percentage_low
		ELSE 0
	END::numeric) / 100 + 0.5)::int AS amount
) incl
CROSS JOIN LATERAL (
	SELECT
		coalesce(bit_or(1::bigint << n.bit) FILTER (WHERE f.facet = 'horseTypes'), 0) AS horse_types,
		coalesce(bit_or(1::bigint << n.bit) FILTER (WHERE f.facet = 'ageGroups'), 0) AS age_groups,
		coalesce(bit_or(1::bigint << n.bit) FILTER (WHERE f.facet = 'applications'), 0) AS applications,
		coalesce(bit_or(1::bigint << n.bit) FILTER (WHERE f.facet = 'ingredientFlags'), 0) AS ingredient_flags,
		coalesce(bit_or(1::bigint << n.bit) FILTER (WHERE f.facet = 'labour'), 0) AS labour,
		coalesce(bit_or(1::bigint << n.bit) FILTER (WHERE f.facet = 'packaging'), 0) AS packaging,
		coalesce(bit_or(1::bigint << n.bit) FILTER (WHERE f.facet = 'weightClass'), 0) AS weight_class
	FROM "product_facet" f
	JOIN "facet_value" n ON n.facet = f.facet AND n.value = f.value
	WHERE f.product_id = p.product_id
) facets
LEFT JOIN "product_rating" rated ON rated.product_id = p.product_id;
--> statement-breakpoint
-- Brings product_listing up to date for some products, or for all (null). Prices that ended before `cutoff` are left out (30 days before the latest import): the
-- history keeps them, and no list is asked for an instant so long ago.
CREATE FUNCTION "refresh_product_listing"(product_ids integer[], cutoff timestamp with time zone) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM product_listing listed
	WHERE (product_ids IS NULL OR listed.product_id = ANY (product_ids))
		AND NOT EXISTS (
			SELECT 1 FROM product_listing_source source
			WHERE (product_ids IS NULL OR source.product_id = ANY (product_ids))
				AND source.site_id = listed.site_id
				AND source.product_id = listed.product_id
				AND source.valid_from = listed.valid_from
				AND (source.valid_until IS NULL OR source.valid_until > cutoff)
		);
	INSERT INTO product_listing AS listed
	SELECT source.* FROM product_listing_source source
	WHERE (product_ids IS NULL OR source.product_id = ANY (product_ids))
		AND (source.valid_until IS NULL OR source.valid_until > cutoff)
	ORDER BY source.site_id, source.category_id, source.position
	ON CONFLICT (site_id, product_id, valid_from) DO UPDATE SET
		valid_until = excluded.valid_until,
		product_variant_id = excluded.product_variant_id,
		category_id = excluded.category_id,
		position = excluded.position,
		amount_incl_vat = excluded.amount_incl_vat,
		amount_per_kg = excluded.amount_per_kg,
		starch_sugar = excluded.starch_sugar,
		is_sale = excluded.is_sale,
		is_new = excluded.is_new,
		rating = excluded.rating,
		horse_types = excluded.horse_types,
		age_groups = excluded.age_groups,
		applications = excluded.applications,
		ingredient_flags = excluded.ingredient_flags,
		labour = excluded.labour,
		packaging = excluded.packaging,
		weight_class = excluded.weight_class
	WHERE listed IS DISTINCT FROM excluded;
END
$$;
--> statement-breakpoint
-- An import writes thousands of prices and refreshes once at its end: it sets shop.listing_refresh to 'off' for its transaction.
CREATE FUNCTION "refresh_listing_of_changes"() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
	product_ids integer[];
BEGIN
	IF coalesce(current_setting('shop.listing_refresh', true), '') = 'off' THEN
		RETURN NULL;
	END IF;
	IF TG_TABLE_NAME = 'price' THEN
		SELECT array_agg(DISTINCT v.product_id) INTO product_ids
		FROM changed JOIN product_variant v ON v.product_variant_id = changed.product_variant_id;
	ELSE
		SELECT array_agg(DISTINCT changed.product_id) INTO product_ids FROM changed;
	END IF;
	IF product_ids IS NOT NULL THEN
		PERFORM refresh_product_listing(
			product_ids,
			coalesce((SELECT max(imported_at) FROM shop_import), '-infinity') - interval '30 days'
		);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "price_inserted" AFTER INSERT ON "price" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER "price_updated" AFTER UPDATE ON "price" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER "price_deleted" AFTER DELETE ON "price" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER "product_rating_inserted" AFTER INSERT ON "product_rating" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER "product_rating_updated" AFTER UPDATE ON "product_rating" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER "product_rating_deleted" AFTER DELETE ON "product_rating" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();
