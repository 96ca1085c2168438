-- As before, but a sale is told by the price: a row for every period in which the price and what is said of it stay the same. As in shared/rules/prices.ts, a price is
-- a reduction while it is below the lowest one of the 30 days before it began, for 30 days at most. Days are 24 hours, whatever the session's zone says.
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
			CASE WHEN run.amount_before > run.amount_excl_vat AND run.amount_excl_vat < (
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
			) THEN run.valid_from + interval '720 hours' END AS announced_until
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
SELECT refresh_product_listing(NULL, coalesce((SELECT max(imported_at) FROM shop_import), '-infinity') - interval '720 hours');
