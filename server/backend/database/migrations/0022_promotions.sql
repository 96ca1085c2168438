CREATE TABLE "promotion" (
	"promotion_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promotion_promotion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"promotion_key" text NOT NULL,
	"kind" text NOT NULL,
	"percentage" numeric(5, 2),
	"amount" integer,
	"free_product_variant_id" integer,
	"free_quantity" integer,
	"for_every" integer,
	"code" text,
	"normalised_code" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"minimum_amount" integer,
	"usage_limit" integer,
	"usage_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_promotion_key_unique" UNIQUE("promotion_key"),
	CONSTRAINT "promotion_kind" CHECK ("promotion"."kind" in ('percentage', 'amount', 'freeShipping', 'freeProduct')),
	CONSTRAINT "promotion_gives" CHECK (("promotion"."kind" = 'percentage') = ("promotion"."percentage" is not null) and ("promotion"."kind" = 'amount') = ("promotion"."amount" is not null)
        and ("promotion"."kind" = 'freeProduct') = ("promotion"."free_product_variant_id" is not null)
        and ("promotion"."free_product_variant_id" is null) = ("promotion"."free_quantity" is null)
        and ("promotion"."for_every" is null or "promotion"."kind" = 'freeProduct')),
	CONSTRAINT "promotion_percentage" CHECK ("promotion"."percentage" between 0 and 100),
	CONSTRAINT "promotion_amount" CHECK ("promotion"."amount" > 0),
	CONSTRAINT "promotion_free_quantity" CHECK ("promotion"."free_quantity" > 0),
	CONSTRAINT "promotion_for_every" CHECK ("promotion"."for_every" > 0),
	CONSTRAINT "promotion_code_compared" CHECK (("promotion"."code" is null) = ("promotion"."normalised_code" is null)),
	CONSTRAINT "promotion_period" CHECK ("promotion"."ends_at" >= "promotion"."starts_at"),
	CONSTRAINT "promotion_minimum" CHECK ("promotion"."minimum_amount" > 0),
	CONSTRAINT "promotion_usage" CHECK ("promotion"."usage_limit" > 0 and "promotion"."usage_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "promotion_category" (
	"promotion_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "promotion_category_promotion_id_category_id_pk" PRIMARY KEY("promotion_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "promotion_product" (
	"promotion_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "promotion_product_promotion_id_product_id_pk" PRIMARY KEY("promotion_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "promotion_site" (
	"promotion_id" integer NOT NULL,
	"site_id" integer NOT NULL,
	CONSTRAINT "promotion_site_promotion_id_site_id_pk" PRIMARY KEY("promotion_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "promotion_translation" (
	"promotion_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"description" text NOT NULL,
	"promotion_text" text NOT NULL,
	CONSTRAINT "promotion_translation_promotion_id_language_id_pk" PRIMARY KEY("promotion_id","language_id")
);
--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_free_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("free_product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_category" ADD CONSTRAINT "promotion_category_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_category" ADD CONSTRAINT "promotion_category_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_product" ADD CONSTRAINT "promotion_product_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_product" ADD CONSTRAINT "promotion_product_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_site" ADD CONSTRAINT "promotion_site_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_site" ADD CONSTRAINT "promotion_site_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_translation" ADD CONSTRAINT "promotion_translation_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_translation" ADD CONSTRAINT "promotion_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_code" ON "promotion" USING btree ("normalised_code");