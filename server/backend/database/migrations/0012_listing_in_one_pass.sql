-- As before, but the prices of 30 days are looked at only where a price went down: of no price before, the database would not know that it is no reduction.
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
-- As before, with the source gone through once: what it no longer has is another row than those that are written.
CREATE OR REPLACE FUNCTION "refresh_product_listing"(product_ids integer[], cutoff timestamp with time zone) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	IF cardinality(product_ids) <= 100 THEN
		PERFORM pg_advisory_xact_lock_shared(4273004);
		PERFORM pg_advisory_xact_lock(4273005, meant.product_id)
		FROM (SELECT DISTINCT unnest(product_ids) AS product_id ORDER BY 1) meant;
	ELSE
		PERFORM pg_advisory_xact_lock(4273004);
	END IF;
	WITH source AS MATERIALIZED (
		SELECT source.* FROM product_listing_source source
		WHERE (product_ids IS NULL OR source.product_id = ANY (product_ids))
			AND (source.valid_until IS NULL OR source.valid_until > cutoff)
	), removed AS (
		DELETE FROM product_listing listed
		WHERE (product_ids IS NULL OR listed.product_id = ANY (product_ids))
			AND NOT EXISTS (
				SELECT 1 FROM source
				WHERE source.site_id = listed.site_id
					AND source.product_id = listed.product_id
					AND source.valid_from = listed.valid_from
			)
	)
	INSERT INTO product_listing AS listed
	SELECT source.* FROM source
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
	IF product_ids IS NULL THEN
		INSERT INTO product_listing_version AS known (site_id, version)
		SELECT s.site_id, 1 FROM site s ORDER BY s.site_id
		ON CONFLICT (site_id) DO UPDATE SET version = known.version + 1;
	END IF;
END
$$;
