CREATE TABLE "cart" (
	"cart_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_cart_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"created" timestamp with time zone NOT NULL,
	"last_modified" timestamp with time zone NOT NULL,
	"store_id" text,
	"client_ip" text,
	"billing" jsonb,
	"shipping" jsonb,
	"alternative_shipping_address" jsonb,
	"newsletter_subscribe" boolean DEFAULT false NOT NULL,
	"payment_method_id" integer,
	"issuer" text,
	"mail_campaign_id" text,
	"discount_code" text,
	"dealer_id" integer,
	"parcel_shop_id" text,
	"parcel_shop_zipcode_or_city" text
);
--> statement-breakpoint
CREATE TABLE "cart_access" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"cart_id" bigint NOT NULL,
	"impersonated_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cart_handover" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"cart_id" bigint NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cart_impersonation" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"cart_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cart_product" (
	"cart_id" bigint NOT NULL,
	"product_variant_id" integer NOT NULL,
	"count" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "cart_product_cart_id_product_variant_id_pk" PRIMARY KEY("cart_id","product_variant_id"),
	CONSTRAINT "cart_product_count" CHECK ("cart_product"."count" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "cart_sample" (
	"cart_id" bigint NOT NULL,
	"product_variant_id" integer NOT NULL,
	"sequence" integer NOT NULL,
	"sample_name" text,
	CONSTRAINT "cart_sample_cart_id_product_variant_id_sequence_pk" PRIMARY KEY("cart_id","product_variant_id","sequence"),
	CONSTRAINT "cart_sample_name" CHECK (length("cart_sample"."sample_name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "mail_campaign_visit" (
	"site_id" integer NOT NULL,
	"mail_campaign_id" text NOT NULL,
	"day" date NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "mail_campaign_visit_site_id_mail_campaign_id_day_pk" PRIMARY KEY("site_id","mail_campaign_id","day")
);
--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_payment_method_id_payment_method_payment_method_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_method"("payment_method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_access" ADD CONSTRAINT "cart_access_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_handover" ADD CONSTRAINT "cart_handover_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_handover" ADD CONSTRAINT "cart_handover_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_handover" ADD CONSTRAINT "cart_handover_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_impersonation" ADD CONSTRAINT "cart_impersonation_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_product" ADD CONSTRAINT "cart_product_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_product" ADD CONSTRAINT "cart_product_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_sample" ADD CONSTRAINT "cart_sample_line" FOREIGN KEY ("cart_id","product_variant_id") REFERENCES "public"."cart_product"("cart_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_campaign_visit" ADD CONSTRAINT "mail_campaign_visit_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_last_modified" ON "cart" USING btree ("last_modified");--> statement-breakpoint
CREATE INDEX "cart_access_cart" ON "cart_access" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "cart_handover_cart" ON "cart_handover" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "cart_impersonation_cart" ON "cart_impersonation" USING btree ("cart_id");