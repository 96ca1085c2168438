CREATE TABLE "site_delivery_country" (
	"site_id" integer NOT NULL,
	"country_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "site_delivery_country_site_id_country_id_pk" PRIMARY KEY("site_id","country_id")
);
--> statement-breakpoint
CREATE TABLE "site_shipping_method" (
	"site_id" integer NOT NULL,
	"shipping_method" integer NOT NULL,
	"price_incl_vat" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "site_shipping_method_site_id_shipping_method_pk" PRIMARY KEY("site_id","shipping_method"),
	CONSTRAINT "site_shipping_method_known" CHECK ("site_shipping_method"."shipping_method" in (0, 1)),
	CONSTRAINT "site_shipping_method_price" CHECK ("site_shipping_method"."price_incl_vat" >= 0)
);
--> statement-breakpoint
-- The defaults are for the release before, which does not name these columns: triggers below say what they hold.
ALTER TABLE "site" ADD COLUMN "vat_rate_high" numeric(10, 4) DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "vat_rate_low" numeric(10, 4) DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "site_setting" ADD COLUMN "indicative_rate" numeric(10, 4) DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "site_delivery_country" ADD CONSTRAINT "site_delivery_country_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "site_delivery_country" ADD CONSTRAINT "site_delivery_country_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "site_shipping_method" ADD CONSTRAINT "site_shipping_method_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE FUNCTION "bring_former_vat_rates"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	new.vat_rate_high := new.vat_percentage_high::numeric;
	new.vat_rate_low := new.vat_percentage_low::numeric;
	RETURN new;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "site_former_vat_rates" BEFORE INSERT OR UPDATE OF "vat_percentage_high", "vat_percentage_low" ON "site" FOR EACH ROW EXECUTE FUNCTION "bring_former_vat_rates"();
--> statement-breakpoint
CREATE FUNCTION "bring_former_rate"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	new.indicative_rate := new.indicative_rate_per_eur::numeric;
	RETURN new;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "site_setting_former_rate" BEFORE INSERT OR UPDATE OF "indicative_rate_per_eur" ON "site_setting" FOR EACH ROW EXECUTE FUNCTION "bring_former_rate"();
--> statement-breakpoint
-- contract: the rows that this function takes away are in the tables that this migration makes, which no release before knows
CREATE FUNCTION "bring_former_delivery"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM site_delivery_country WHERE site_id = new.site_id;
	INSERT INTO site_delivery_country (site_id, country_id, position)
	SELECT new.site_id, named.country_id::int, min(named.place) - 1
	FROM jsonb_array_elements_text(new.delivery_country_ids) WITH ORDINALITY AS named (country_id, place)
	GROUP BY named.country_id;
	DELETE FROM site_shipping_method WHERE site_id = new.site_id;
	INSERT INTO site_shipping_method (site_id, shipping_method, price_incl_vat, position)
	SELECT new.site_id, (named.method ->> 'shippingMethod')::int, (named.method ->> 'priceInclVat')::int, named.place - 1
	FROM jsonb_array_elements(new.shipping_methods) WITH ORDINALITY AS named (method, place)
	-- Of other numbers no release has shown anything.
	WHERE (named.method ->> 'shippingMethod')::int IN (0, 1);
	RETURN new;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "site_setting_former_delivery" AFTER INSERT OR UPDATE OF "shipping_methods", "delivery_country_ids" ON "site_setting" FOR EACH ROW EXECUTE FUNCTION "bring_former_delivery"();
--> statement-breakpoint
-- As before, with VAT from where it is an exact decimal.
CREATE OR REPLACE VIEW "product_listing_source" AS
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
	period.is_sale,
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
		asked.amount_excl_vat,
		CASE WHEN part.is_first THEN asked.valid_from ELSE asked.announced_until END AS valid_from,
		CASE WHEN part.is_first THEN least(asked.valid_until, asked.announced_until) ELSE asked.valid_until END AS valid_until,
		part.is_first AND asked.announced_until IS NOT NULL AS is_sale
	FROM (
		SELECT
			run.amount_excl_vat,
			run.valid_from,
			run.valid_until,
			CASE WHEN run.amount_before > run.amount_excl_vat THEN
				CASE WHEN run.amount_excl_vat < (
					SELECT min(earlier.amount_excl_vat)
					FROM "price" earlier
					WHERE earlier.site_id = sold.site_id
						AND earlier.product_variant_id = v.product_variant_id
						AND earlier.valid_from < run.valid_from
						-- From the one that was in force when the 30 days began.
						AND earlier.valid_from >= coalesce((
							SELECT max(first.valid_from)
							FROM "price" first
							WHERE first.site_id = sold.site_id
								AND first.product_variant_id = v.product_variant_id
								AND first.valid_from <= run.valid_from - interval '720 hours'
						), '-infinity')
				) THEN run.valid_from + interval '720 hours' END
			END AS announced_until
		FROM (
			-- A price entered again without a change begins nothing.
			SELECT
				entered.amount_excl_vat,
				entered.amount_before,
				entered.valid_from,
				lead(entered.valid_from) OVER (ORDER BY entered.valid_from) AS valid_until
			FROM (
				SELECT
					changed.amount_excl_vat,
					changed.valid_from,
					lag(changed.amount_excl_vat) OVER (ORDER BY changed.valid_from) AS amount_before
				FROM "price" changed
				WHERE changed.site_id = sold.site_id AND changed.product_variant_id = v.product_variant_id
			) entered
			WHERE entered.amount_before IS DISTINCT FROM entered.amount_excl_vat
		) run
	) asked
	JOIN (VALUES (true), (false)) part (is_first)
		ON part.is_first OR asked.announced_until < coalesce(asked.valid_until, 'infinity')
) period
CROSS JOIN LATERAL (
	SELECT floor(period.amount_excl_vat * (100 + CASE setting.vat_type_by_class ->> p.vat_class
		WHEN 'high' THEN s.vat_rate_high
		WHEN 'low' THEN s.vat_rate_low
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
-- A site is written before its pages and its menu are: these keys are looked at when the transaction ends.
ALTER TABLE "site" ADD CONSTRAINT "site_root_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("root_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_not_found_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("not_found_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_internal_error_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("internal_error_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_customer_service_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("customer_service_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_checkout_success_page_id_content_page_content_page_id_fk" FOREIGN KEY ("checkout_success_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_checkout_success_rqs_page_id_content_page_content_page_id_fk" FOREIGN KEY ("checkout_success_rqs_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_checkout_failed_page_id_content_page_content_page_id_fk" FOREIGN KEY ("checkout_failed_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_rqs_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("rqs_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_currency_conversion_disclaimer_page_id_content_page_content_page_id_fk" FOREIGN KEY ("currency_conversion_disclaimer_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_become_dealer_page_id_content_page_content_page_id_fk" FOREIGN KEY ("become_dealer_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_primary_navigation_id_navigation_navigation_id_fk" FOREIGN KEY ("primary_navigation_id") REFERENCES "public"."navigation"("navigation_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_footer_id_footer_footer_id_fk" FOREIGN KEY ("footer_id") REFERENCES "public"."footer"("footer_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_header_usp_collection_id_usp_collection_collection_id_fk" FOREIGN KEY ("header_usp_collection_id") REFERENCES "public"."usp_collection"("collection_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_cart_usp_collection_id_usp_collection_collection_id_fk" FOREIGN KEY ("cart_usp_collection_id") REFERENCES "public"."usp_collection"("collection_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_notification_id_notification_notification_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notification"("notification_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_type_known" CHECK ("site"."type" in (0, 1, 2)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_brand_known" CHECK ("site"."brand" in ('Havero', 'Hafero')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_vat_rates" CHECK ("site"."vat_rate_high" between 0 and 100 and "site"."vat_rate_low" between 0 and 100) NOT VALID;
--> statement-breakpoint
ALTER TABLE "site_setting" ADD CONSTRAINT "site_setting_currency" CHECK ("site_setting"."currency_code" in ('EUR', 'DKK', 'SEK')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "site_setting" ADD CONSTRAINT "site_setting_rate" CHECK ("site_setting"."indicative_rate" > 0) NOT VALID;
--> statement-breakpoint
-- small: one row for each site; the trigger does it
UPDATE "site" SET "vat_percentage_high" = "vat_percentage_high";
--> statement-breakpoint
-- small: one row for each site; the triggers do it
UPDATE "site_setting" SET "indicative_rate_per_eur" = "indicative_rate_per_eur", "shipping_methods" = "shipping_methods";
