CREATE TABLE "product_listing_change" (
	"change_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_listing_change_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"site_id" integer NOT NULL,
	"product_id" integer,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "product_listing_change_transaction" ON "product_listing_change" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "outbox_mail_sent" ON "outbox_mail" USING btree ("sent_at") WHERE "outbox_mail"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mail_unsent" ON "outbox_mail" USING btree ("created_at") WHERE "outbox_mail"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "review_author" ON "review" USING btree ("author_email_address","created_at") WHERE "review"."author_email_address" is not null;--> statement-breakpoint
CREATE INDEX "silo_quotation_address" ON "silo_quotation" USING btree ("email_address","created_at");--> statement-breakpoint
CREATE INDEX "stock_reminder_unconfirmed" ON "stock_reminder" USING btree ("created_at") WHERE "stock_reminder"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "stock_reminder_notified" ON "stock_reminder" USING btree ("notified_at") WHERE "stock_reminder"."notified_at" is not null;--> statement-breakpoint
CREATE INDEX "stock_reminder_confirmed" ON "stock_reminder" USING btree ("confirmed_at") WHERE "stock_reminder"."confirmed_at" is not null;--> statement-breakpoint
-- More products of a site at once than this are told as one row without a product: reading all lists of the site takes no longer.
CREATE FUNCTION "note_listing_changes"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO product_listing_change (site_id, product_id)
	SELECT DISTINCT touched.site_id, CASE WHEN touched.of_site <= 2000 THEN touched.product_id END
	FROM (SELECT site_id, product_id, count(*) OVER (PARTITION BY site_id) AS of_site FROM changed) touched;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "product_listing_inserted" AFTER INSERT ON "product_listing" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_listing_changes();--> statement-breakpoint
CREATE TRIGGER "product_listing_updated" AFTER UPDATE ON "product_listing" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_listing_changes();--> statement-breakpoint
CREATE TRIGGER "product_listing_deleted" AFTER DELETE ON "product_listing" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_listing_changes();--> statement-breakpoint
-- As before, without the versions: a price or a rating is told by the rows that changed, and waits for no other product. An import (null) raises the version of every
-- site, since it may have changed names, categories and vocabularies as well.
--
-- Whoever waited for the same rows would write over them what it had read before it waited. So it waits first, and reads then: for the others at the same product, or
-- for all where they are many, an import or a whole price list (a lock per product would fill the table of locks).
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
	IF product_ids IS NULL THEN
		INSERT INTO product_listing_version AS known (site_id, version)
		SELECT s.site_id, 1 FROM site s ORDER BY s.site_id
		ON CONFLICT (site_id) DO UPDATE SET version = known.version + 1;
	END IF;
END
$$;
