CREATE TABLE "keeper_request" (
	"keeper_request_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keeper_request_keeper_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation" text NOT NULL,
	"fields" jsonb NOT NULL,
	"amount" integer NOT NULL,
	"page" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"refusal" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "keeper_request_state" CHECK ("keeper_request"."state" in ('pending', 'confirmed', 'declined', 'refused')),
	CONSTRAINT "keeper_request_decided" CHECK (("keeper_request"."state" = 'pending') = ("keeper_request"."decided_at" is null)),
	CONSTRAINT "keeper_request_second_person" CHECK ("keeper_request"."state" not in ('confirmed', 'refused') or ("keeper_request"."decided_by" is not null and "keeper_request"."decided_by" <> "keeper_request"."asked_by"))
);
--> statement-breakpoint
CREATE TABLE "stock_correction" (
	"stock_correction_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_correction_stock_correction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_variant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"before" integer,
	"after" integer,
	"moved" integer NOT NULL,
	"reason" text,
	"actor_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_correction_kind" CHECK ("stock_correction"."kind" in ('opening', 'set', 'count', 'deliver', 'import', 'forgotten')),
	CONSTRAINT "stock_correction_amounts" CHECK ("stock_correction"."before" >= 0 and "stock_correction"."after" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_credit_part" DROP CONSTRAINT "order_credit_part_kind";--> statement-breakpoint
ALTER TABLE "site_payment_method" ADD COLUMN "cost_incl_vat" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "keeper_request" ADD CONSTRAINT "keeper_request_asked_by_keeper_keeper_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keeper_request" ADD CONSTRAINT "keeper_request_decided_by_keeper_keeper_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_correction" ADD CONSTRAINT "stock_correction_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keeper_request_asked" ON "keeper_request" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "stock_correction_variant" ON "stock_correction" USING btree ("product_variant_id","stock_correction_id");--> statement-breakpoint
ALTER TABLE "order_credit_part" ADD CONSTRAINT "order_credit_part_kind" CHECK (("order_credit_part"."kind" = 'line' and "order_credit_part"."position" is not null and "order_credit_part"."quantity" > 0 and "order_credit_part"."amount" >= 0)
        or ("order_credit_part"."kind" in ('delivery', 'payment', 'goodwill') and "order_credit_part"."position" is null and "order_credit_part"."quantity" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "site_payment_method" ADD CONSTRAINT "site_payment_method_cost" CHECK ("site_payment_method"."cost_incl_vat" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_credit_part" VALIDATE CONSTRAINT "order_credit_part_kind";--> statement-breakpoint
ALTER TABLE "site_payment_method" VALIDATE CONSTRAINT "site_payment_method_cost";--> statement-breakpoint
CREATE TRIGGER "stock_correction_is_final" BEFORE UPDATE OR DELETE ON "stock_correction" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_booking"();--> statement-breakpoint
-- What there is now, so that the check of the books can follow every later change.
INSERT INTO "stock_correction" ("product_variant_id", "kind", "before", "after", "moved", "actor_id", "at")
SELECT s."product_variant_id", 'opening', NULL, s."amount", coalesce(m."moved", 0), 'migration', now()
FROM "stock" s LEFT JOIN (
  SELECT "product_variant_id", sum(CASE "kind" WHEN 'taken' THEN -"pieces" ELSE "pieces" END) AS "moved"
  FROM "stock_movement" GROUP BY 1) m USING ("product_variant_id")
WHERE s."amount" IS NOT NULL;
