CREATE TABLE "payment_difference" (
	"payment_difference_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_difference_payment_difference_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"provider_object_id" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"order_id" uuid,
	"order_number" text,
	"refund_id" uuid,
	"amount" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"close_reason" text,
	CONSTRAINT "payment_difference_once" UNIQUE("kind","provider_object_id"),
	CONSTRAINT "payment_difference_kind" CHECK ("payment_difference"."kind" in ('unknown-order', 'payment-mismatch', 'refund-failed', 'refund-unclear')),
	CONSTRAINT "payment_difference_closed" CHECK (("payment_difference"."closed_at" is null) = ("payment_difference"."close_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "refund" DROP CONSTRAINT "refund_reason";--> statement-breakpoint
ALTER TABLE "refund" DROP CONSTRAINT "refund_status";--> statement-breakpoint
ALTER TABLE "payment_difference" ADD CONSTRAINT "payment_difference_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_difference" ADD CONSTRAINT "payment_difference_refund_id_refund_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("refund_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_difference_order" ON "payment_difference" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_difference_open" ON "payment_difference" USING btree ("payment_difference_id") WHERE "payment_difference"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_reason" CHECK ("refund"."reason" in ('cancelled', 'late', 'shop', 'provider')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refund" VALIDATE CONSTRAINT "refund_reason";--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_status" CHECK ("refund"."status" in ('pending', 'done', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refund" VALIDATE CONSTRAINT "refund_status";
