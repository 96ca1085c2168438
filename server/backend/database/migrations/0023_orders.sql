CREATE TABLE "cart_gift_card" (
	"cart_id" bigint PRIMARY KEY NOT NULL,
	"gift_card_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gift_card" (
	"gift_card_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gift_card_gift_card_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number_hash" text NOT NULL,
	"pin_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"initial_amount" integer NOT NULL,
	"balance" integer NOT NULL,
	"order_id" uuid,
	"order_sequence" integer,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "gift_card_number_hash_unique" UNIQUE("number_hash"),
	CONSTRAINT "gift_card_order" UNIQUE("order_id","order_sequence"),
	CONSTRAINT "gift_card_balance" CHECK ("gift_card"."balance" between 0 and "gift_card"."initial_amount")
);
--> statement-breakpoint
CREATE TABLE "gift_card_movement" (
	"gift_card_id" bigint NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_movement_once" UNIQUE("order_id","gift_card_id","kind"),
	CONSTRAINT "gift_card_movement_kind" CHECK ("gift_card_movement"."kind" in ('held', 'taken', 'returned')),
	CONSTRAINT "gift_card_movement_amount" CHECK ("gift_card_movement"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "customer_order" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"cart_id" bigint NOT NULL,
	"billing" jsonb NOT NULL,
	"delivery" jsonb NOT NULL,
	"dealer_id" integer,
	"parcel_shop_id" text,
	"newsletter_subscribe" boolean NOT NULL,
	"mail_campaign_id" text,
	"store_id" text,
	"sub_total_amount" integer NOT NULL,
	"order_discounts" jsonb NOT NULL,
	"original_shipping_costs" integer NOT NULL,
	"shipping_discounts" jsonb NOT NULL,
	"shipping_costs" integer NOT NULL,
	"shipping_costs_excl_vat" integer NOT NULL,
	"payment_costs" integer NOT NULL,
	"total_amount" integer NOT NULL,
	"total_amount_excl_vat" integer NOT NULL,
	"vat_amounts" jsonb NOT NULL,
	"discount_code" text,
	"gift_card_amount" integer NOT NULL,
	"payment_method_id" integer,
	"issuer" text,
	"payment_due_at" timestamp with time zone,
	"cancel_reason" text,
	"tracking_url" text,
	"had_late_payment" boolean DEFAULT false NOT NULL,
	CONSTRAINT "customer_order_cart_id_unique" UNIQUE("cart_id"),
	CONSTRAINT "customer_order_number" UNIQUE("site_id","order_number"),
	CONSTRAINT "customer_order_status" CHECK ("customer_order"."status" in ('created', 'open', 'paid', 'processing', 'sent', 'closed', 'cancelled')),
	CONSTRAINT "customer_order_cancel_reason" CHECK ("customer_order"."cancel_reason" in ('customer', 'shop', 'unpaid')),
	CONSTRAINT "customer_order_amounts" CHECK ("customer_order"."total_amount" >= 0 and "customer_order"."gift_card_amount" between 0 and "customer_order"."total_amount" and "customer_order"."shipping_costs" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoice" (
	"invoice_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_invoice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"total_amount" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"stored_document_id" bigint NOT NULL,
	CONSTRAINT "invoice_number" UNIQUE("site_id","number"),
	CONSTRAINT "invoice_kind" CHECK ("invoice"."kind" in ('invoice', 'credit-note'))
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"site_id" integer NOT NULL,
	"year" integer NOT NULL,
	"kind" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "number_series_site_id_year_kind_pk" PRIMARY KEY("site_id","year","kind"),
	CONSTRAINT "number_series_kind" CHECK ("number_series"."kind" in ('order', 'invoice', 'credit-note'))
);
--> statement-breakpoint
CREATE TABLE "order_line" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" integer NOT NULL,
	"product_variant_id" integer NOT NULL,
	"product_type" integer NOT NULL,
	"is_gift" boolean NOT NULL,
	"is_voucher" boolean NOT NULL,
	"goes_as_parcel" boolean NOT NULL,
	"quantity" integer NOT NULL,
	"description" text NOT NULL,
	"product_label" text NOT NULL,
	"original_amount" integer NOT NULL,
	"total_amount" integer NOT NULL,
	"product_discounts" jsonb NOT NULL,
	"paid_amount" integer NOT NULL,
	"vat_type" text NOT NULL,
	"vat_rate_percentage" numeric(5, 2) NOT NULL,
	"vat_amount" integer NOT NULL,
	"stock_amount" integer NOT NULL,
	CONSTRAINT "order_line_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_line_quantity" CHECK ("order_line"."quantity" > 0 and "order_line"."stock_amount" between 0 and "order_line"."quantity"),
	CONSTRAINT "order_line_vat_type" CHECK ("order_line"."vat_type" in ('high', 'low', 'none')),
	CONSTRAINT "order_line_product_type" CHECK ("order_line"."product_type" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "order_message" (
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_message_order_id_kind_subject_pk" PRIMARY KEY("order_id","kind","subject"),
	CONSTRAINT "order_message_kind" CHECK ("order_message"."kind" in ('received', 'confirmed', 'sent', 'cancelled', 'refunded', 'gift-cards'))
);
--> statement-breakpoint
CREATE TABLE "order_promotion" (
	"order_id" uuid NOT NULL,
	"promotion_id" integer NOT NULL,
	CONSTRAINT "order_promotion_order_id_promotion_id_pk" PRIMARY KEY("order_id","promotion_id")
);
--> statement-breakpoint
CREATE TABLE "order_sample" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sequence" integer NOT NULL,
	"sample_name" text NOT NULL,
	CONSTRAINT "order_sample_order_id_position_sequence_pk" PRIMARY KEY("order_id","position","sequence")
);
--> statement-breakpoint
CREATE TABLE "order_status_change" (
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_status_change_order_id_status_pk" PRIMARY KEY("order_id","status"),
	CONSTRAINT "order_status_change_status" CHECK ("order_status_change"."status" in ('created', 'open', 'paid', 'processing', 'sent', 'closed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "stock_movement" (
	"order_id" uuid NOT NULL,
	"product_variant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"pieces" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_movement_order_id_product_variant_id_kind_pk" PRIMARY KEY("order_id","product_variant_id","kind"),
	CONSTRAINT "stock_movement_kind" CHECK ("stock_movement"."kind" in ('taken', 'returned')),
	CONSTRAINT "stock_movement_pieces" CHECK ("stock_movement"."pieces" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"provider_configuration_id" text NOT NULL,
	"provider_payment_id" text,
	"payment_method_id" integer NOT NULL,
	"issuer" text,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"refunded_amount" integer DEFAULT 0 NOT NULL,
	"secures_order" boolean DEFAULT false NOT NULL,
	"payment_url" text,
	"transfer_account_holder" text,
	"transfer_iban" text,
	"transfer_entity" text,
	"transfer_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_of_provider" UNIQUE("provider_configuration_id","provider_payment_id"),
	CONSTRAINT "payment_status" CHECK ("payment"."status" in ('pending', 'authorized', 'paid', 'failed', 'expired', 'cancelled')),
	CONSTRAINT "payment_amount" CHECK ("payment"."amount" > 0 and "payment"."refunded_amount" between 0 and "payment"."amount")
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"provider_refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refund_reason" CHECK ("refund"."reason" in ('cancelled', 'late', 'shop')),
	CONSTRAINT "refund_status" CHECK ("refund"."status" in ('pending', 'done')),
	CONSTRAINT "refund_amount" CHECK ("refund"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "test_bank_payment" (
	"test_bank_payment_id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "test_bank_payment_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reference" text NOT NULL,
	"method_key" text NOT NULL,
	"issuer" text,
	"status" text NOT NULL,
	"redirect_url" text NOT NULL,
	"webhook_url" text NOT NULL,
	"refunds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "test_bank_payment_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "test_bank_payment_status" CHECK ("test_bank_payment"."status" in ('pending', 'authorized', 'paid', 'failed', 'expired', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "product_popularity" (
	"site_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"pieces" integer NOT NULL,
	CONSTRAINT "product_popularity_site_id_product_id_pk" PRIMARY KEY("site_id","product_id"),
	CONSTRAINT "product_popularity_pieces" CHECK ("product_popularity"."pieces" > 0)
);
--> statement-breakpoint
CREATE TABLE "withdrawal" (
	"withdrawal_id" uuid PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	"contract" text NOT NULL,
	"email_address" text NOT NULL,
	"lines" text,
	"received_at" timestamp with time zone NOT NULL,
	"order_id" uuid,
	"receipt_token_hash" text NOT NULL,
	"receipt_document_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cart" ADD COLUMN "ordered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cart_gift_card" ADD CONSTRAINT "cart_gift_card_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_gift_card" ADD CONSTRAINT "cart_gift_card_gift_card_id_gift_card_gift_card_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_card"("gift_card_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card" ADD CONSTRAINT "gift_card_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card_movement" ADD CONSTRAINT "gift_card_movement_gift_card_id_gift_card_gift_card_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_card"("gift_card_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card_movement" ADD CONSTRAINT "gift_card_movement_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_payment_method_id_payment_method_payment_method_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_method"("payment_method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_stored_document_id_stored_document_stored_document_id_fk" FOREIGN KEY ("stored_document_id") REFERENCES "public"."stored_document"("stored_document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_series" ADD CONSTRAINT "number_series_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_message" ADD CONSTRAINT "order_message_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_promotion" ADD CONSTRAINT "order_promotion_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_promotion" ADD CONSTRAINT "order_promotion_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sample" ADD CONSTRAINT "order_sample_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sample" ADD CONSTRAINT "order_sample_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_line"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_change" ADD CONSTRAINT "order_status_change_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payment_method_id_payment_method_payment_method_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_method"("payment_method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_popularity" ADD CONSTRAINT "product_popularity_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_popularity" ADD CONSTRAINT "product_popularity_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_receipt_document_id_stored_document_stored_document_id_fk" FOREIGN KEY ("receipt_document_id") REFERENCES "public"."stored_document"("stored_document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_card_movement_card" ON "gift_card_movement" USING btree ("gift_card_id");--> statement-breakpoint
CREATE INDEX "customer_order_due" ON "customer_order" USING btree ("payment_due_at") WHERE "customer_order"."payment_due_at" is not null;--> statement-breakpoint
CREATE INDEX "customer_order_created" ON "customer_order" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customer_order_address" ON "customer_order" USING btree ("site_id",("billing" ->> 'emailAddress'));--> statement-breakpoint
CREATE INDEX "customer_order_sent" ON "customer_order" USING btree ("created_at") WHERE "customer_order"."status" = 'sent';--> statement-breakpoint
CREATE INDEX "invoice_order" ON "invoice" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_once" ON "invoice" USING btree ("order_id") WHERE "invoice"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "order_line_variant" ON "order_line" USING btree ("product_variant_id");--> statement-breakpoint
CREATE INDEX "payment_order" ON "payment" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_secures_order" ON "payment" USING btree ("order_id") WHERE "payment"."secures_order";--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "product_popularity_product" ON "product_popularity" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "withdrawal_received" ON "withdrawal" USING btree ("received_at");