CREATE TABLE "order_credit" (
	"order_credit_id" uuid PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "order_credit_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"gift_card_amount" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_credit_reason" CHECK ("order_credit"."reason" in ('cancelled', 'refund', 'return', 'withdrawal')),
	CONSTRAINT "order_credit_gift_card" CHECK ("order_credit"."gift_card_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_credit_part" (
	"order_credit_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"position" integer,
	"quantity" integer,
	"amount" integer NOT NULL,
	"vat_rate_percentage" numeric(5, 2) NOT NULL,
	CONSTRAINT "order_credit_part_order_credit_id_sequence_pk" PRIMARY KEY("order_credit_id","sequence"),
	CONSTRAINT "order_credit_part_kind" CHECK (("order_credit_part"."kind" = 'line' and "order_credit_part"."position" is not null and "order_credit_part"."quantity" > 0 and "order_credit_part"."amount" >= 0)
        or ("order_credit_part"."kind" in ('delivery', 'goodwill') and "order_credit_part"."position" is null and "order_credit_part"."quantity" is null))
);
--> statement-breakpoint
ALTER TABLE "gift_card_movement" DROP CONSTRAINT "gift_card_movement_once";--> statement-breakpoint
ALTER TABLE "gift_card_movement" DROP CONSTRAINT "gift_card_movement_kind";--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "order_credit_id" uuid;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "order_credit_id" uuid;--> statement-breakpoint
ALTER TABLE "product_return" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_credit" ADD CONSTRAINT "order_credit_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_credit_part" ADD CONSTRAINT "order_credit_part_credit" FOREIGN KEY ("order_credit_id") REFERENCES "public"."order_credit"("order_credit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_credit_order" ON "order_credit" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_credit_id_order_credit_order_credit_id_fk" FOREIGN KEY ("order_credit_id") REFERENCES "public"."order_credit"("order_credit_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_order_credit_id_order_credit_order_credit_id_fk" FOREIGN KEY ("order_credit_id") REFERENCES "public"."order_credit"("order_credit_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "gift_card_movement" ADD CONSTRAINT "gift_card_movement_kind" CHECK (("gift_card_movement"."kind" in ('held', 'taken', 'refunded', 'returned') and "gift_card_movement"."order_id" is not null and "gift_card_movement"."amount" > 0)
        or ("gift_card_movement"."kind" = 'corrected' and "gift_card_movement"."order_id" is null and "gift_card_movement"."amount" <> 0
          and "gift_card_movement"."reason" is not null and "gift_card_movement"."actor_id" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "product_return" ADD CONSTRAINT "product_return_quantity" CHECK ("product_return"."quantity" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "gift_card_movement" VALIDATE CONSTRAINT "gift_card_movement_kind";--> statement-breakpoint
ALTER TABLE "product_return" VALIDATE CONSTRAINT "product_return_quantity";--> statement-breakpoint
ALTER TABLE "invoice" VALIDATE CONSTRAINT "invoice_order_credit_id_order_credit_order_credit_id_fk";--> statement-breakpoint
ALTER TABLE "refund" VALIDATE CONSTRAINT "refund_order_credit_id_order_credit_order_credit_id_fk";--> statement-breakpoint
CREATE FUNCTION "check_gift_card_return"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."kind" = 'returned' AND NEW."amount" > (
		SELECT coalesce(sum(CASE "kind" WHEN 'held' THEN "amount" WHEN 'refunded' THEN -"amount" ELSE 0 END), 0)
		FROM "gift_card_movement" WHERE "order_id" = NEW."order_id" AND "gift_card_id" = NEW."gift_card_id"
	) THEN
		RAISE EXCEPTION 'more would be returned to the gift card than the order holds';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "gift_card_movement_return" BEFORE INSERT ON "gift_card_movement" FOR EACH ROW EXECUTE FUNCTION "check_gift_card_return"();
