CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "product_listing_version" (
	"site_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "product_translation_rank";--> statement-breakpoint
DROP INDEX "product_translation_search";--> statement-breakpoint
DROP INDEX "product_translation_name";--> statement-breakpoint
ALTER TABLE "product_translation" ADD COLUMN "search_rank" "tsvector" GENERATED ALWAYS AS (ts_filter(search, '{a,b}')) STORED;--> statement-breakpoint
ALTER TABLE "product_listing_version" ADD CONSTRAINT "product_listing_version_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_translation_search_rank" ON "product_translation" USING gin ("language_id","search_rank");--> statement-breakpoint
CREATE INDEX "product_translation_search" ON "product_translation" USING gin ("language_id","search");--> statement-breakpoint
CREATE INDEX "product_translation_name" ON "product_translation" USING gin ("language_id","name" gin_trgm_ops);--> statement-breakpoint
-- As before, and raises the version of every site whose rows it changes; of all sites after an import, which may have changed names as well. Sites in their order,
-- so that two at a time wait for each other and never both.
CREATE OR REPLACE FUNCTION "refresh_product_listing"(product_ids integer[], cutoff timestamp with time zone) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
	left_out integer[];
	written integer[];
BEGIN
	WITH removed AS (
		DELETE FROM product_listing listed
		WHERE (product_ids IS NULL OR listed.product_id = ANY (product_ids))
			AND NOT EXISTS (
				SELECT 1 FROM product_listing_source source
				WHERE (product_ids IS NULL OR source.product_id = ANY (product_ids))
					AND source.site_id = listed.site_id
					AND source.product_id = listed.product_id
					AND source.valid_from = listed.valid_from
					AND (source.valid_until IS NULL OR source.valid_until > cutoff)
			)
		RETURNING listed.site_id
	)
	SELECT array_agg(DISTINCT site_id) INTO left_out FROM removed;
	WITH changed AS (
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
		WHERE listed IS DISTINCT FROM excluded
		RETURNING listed.site_id
	)
	SELECT array_agg(DISTINCT site_id) INTO written FROM changed;
	INSERT INTO product_listing_version AS known (site_id, version)
	SELECT s.site_id, 1 FROM site s
	WHERE product_ids IS NULL OR s.site_id = ANY (left_out) OR s.site_id = ANY (written)
	ORDER BY s.site_id
	ON CONFLICT (site_id) DO UPDATE SET version = known.version + 1;
END
$$;
