CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE TABLE "category" (
	"category_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"parent_id" integer,
	"position" integer NOT NULL,
	"scene" text NOT NULL,
	CONSTRAINT "category_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "category_product" (
	"category_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "category_product_category_id_product_id_pk" PRIMARY KEY("category_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "category_translation" (
	"category_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	"intro" text NOT NULL,
	"meta_description" text NOT NULL,
	"slug" text NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "category_translation_category_id_language_id_pk" PRIMARY KEY("category_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "content_page" (
	"content_page_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"published_on" date,
	"author" text,
	"scene" text NOT NULL,
	CONSTRAINT "content_page_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "content_page_product" (
	"content_page_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "content_page_product_content_page_id_product_id_pk" PRIMARY KEY("content_page_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "content_page_relation" (
	"content_page_id" integer NOT NULL,
	"related_content_page_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "content_page_relation_content_page_id_related_content_page_id_pk" PRIMARY KEY("content_page_id","related_content_page_id")
);
--> statement-breakpoint
CREATE TABLE "content_page_translation" (
	"content_page_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	"meta_description" text NOT NULL,
	"summary" text,
	"blocks" jsonb NOT NULL,
	"slug" text NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_page_translation_content_page_id_language_id_pk" PRIMARY KEY("content_page_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "country" (
	"country_id" integer PRIMARY KEY NOT NULL,
	"region_code" text NOT NULL,
	"name" text NOT NULL,
	"currency_code" text NOT NULL,
	"is_eu_member" boolean NOT NULL,
	"rules" jsonb NOT NULL,
	CONSTRAINT "country_region_code_unique" UNIQUE("region_code")
);
--> statement-breakpoint
CREATE TABLE "country_translation" (
	"country_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "country_translation_country_id_language_id_pk" PRIMARY KEY("country_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "footer" (
	"footer_id" integer PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "footer_column" (
	"footer_id" integer NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "footer_column_footer_id_key_pk" PRIMARY KEY("footer_id","key")
);
--> statement-breakpoint
CREATE TABLE "footer_column_translation" (
	"footer_id" integer NOT NULL,
	"key" text NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "footer_column_translation_footer_id_language_id_key_pk" PRIMARY KEY("footer_id","language_id","key")
);
--> statement-breakpoint
CREATE TABLE "footer_link" (
	"footer_id" integer NOT NULL,
	"column_key" text NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"content_page_id" integer NOT NULL,
	CONSTRAINT "footer_link_footer_id_key_pk" PRIMARY KEY("footer_id","key")
);
--> statement-breakpoint
CREATE TABLE "footer_link_translation" (
	"footer_id" integer NOT NULL,
	"key" text NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "footer_link_translation_footer_id_language_id_key_pk" PRIMARY KEY("footer_id","language_id","key")
);
--> statement-breakpoint
CREATE TABLE "language" (
	"language_id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"culture" text NOT NULL,
	"localized_name" text NOT NULL,
	"aliases" jsonb NOT NULL,
	"search_config" text NOT NULL,
	CONSTRAINT "language_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "navigation" (
	"navigation_id" integer PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "navigation_item" (
	"navigation_id" integer NOT NULL,
	"key" text NOT NULL,
	"parent_key" text,
	"position" integer NOT NULL,
	"category_id" integer,
	"content_page_id" integer,
	"path" text,
	"scene" text,
	CONSTRAINT "navigation_item_navigation_id_key_pk" PRIMARY KEY("navigation_id","key"),
	CONSTRAINT "navigation_item_target" CHECK (num_nonnulls("navigation_item"."category_id", "navigation_item"."content_page_id", "navigation_item"."path") = 1)
);
--> statement-breakpoint
CREATE TABLE "navigation_item_translation" (
	"navigation_id" integer NOT NULL,
	"key" text NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "navigation_item_translation_navigation_id_language_id_key_pk" PRIMARY KEY("navigation_id","language_id","key")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"notification_id" integer PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_translation" (
	"notification_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "notification_translation_notification_id_language_id_pk" PRIMARY KEY("notification_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "payment_method" (
	"payment_method_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"needs_issuer" boolean NOT NULL,
	"needs_card" boolean NOT NULL,
	"needs_gift_card" boolean NOT NULL,
	CONSTRAINT "payment_method_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "picture" (
	"hash" text PRIMARY KEY NOT NULL,
	"options" jsonb NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price" (
	"price_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_price_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"product_variant_id" integer NOT NULL,
	"amount_excl_vat" integer NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	CONSTRAINT "price_moment" UNIQUE("site_id","product_variant_id","valid_from"),
	CONSTRAINT "price_amount" CHECK ("price"."amount_excl_vat" >= 0)
);
--> statement-breakpoint
CREATE TABLE "product" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"product_type" integer NOT NULL,
	"kind" text NOT NULL,
	"category_id" integer NOT NULL,
	"colour_way" text NOT NULL,
	"vat_class" text NOT NULL,
	"feed_type" text,
	"composition" jsonb NOT NULL,
	"analytical" jsonb,
	"additives" jsonb NOT NULL,
	"feed_advice" jsonb NOT NULL,
	"shelf_life_months" integer,
	"shelf_life_after_opening_months" integer,
	"is_sale" boolean NOT NULL,
	"is_new" boolean NOT NULL,
	"is_silo" boolean NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "product_facet" (
	"product_id" integer NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_facet_product_id_facet_value_pk" PRIMARY KEY("product_id","facet","value")
);
--> statement-breakpoint
CREATE TABLE "product_relation" (
	"product_id" integer NOT NULL,
	"related_product_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_relation_product_id_related_product_id_pk" PRIMARY KEY("product_id","related_product_id")
);
--> statement-breakpoint
CREATE TABLE "product_translation" (
	"product_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	"claim" text NOT NULL,
	"body" text NOT NULL,
	"benefits" jsonb NOT NULL,
	"directions" text NOT NULL,
	"slug" text NOT NULL,
	"name_rank" integer NOT NULL,
	"search" "tsvector" NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_translation_product_id_language_id_pk" PRIMARY KEY("product_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "product_variant" (
	"product_variant_id" integer PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"article_number" text NOT NULL,
	"ean" text NOT NULL,
	"packaging" text NOT NULL,
	"content_value" double precision NOT NULL,
	"content_unit" text NOT NULL,
	"net_weight_grams" integer,
	"gross_weight_grams" integer NOT NULL,
	"dimensions_cm" jsonb,
	"colour" text,
	"pallet_quantity" integer,
	"delivery_time_days" text,
	"is_default" boolean NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_variant_article_number_unique" UNIQUE("article_number"),
	CONSTRAINT "product_variant_ean_unique" UNIQUE("ean")
);
--> statement-breakpoint
CREATE TABLE "route" (
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"path" text NOT NULL,
	"kind" text NOT NULL,
	"content_page_id" integer,
	"category_id" integer,
	"product_variant_id" integer,
	"omit_article_code" boolean DEFAULT false NOT NULL,
	"is_canonical" boolean NOT NULL,
	"redirect_to" text,
	"is_permanent" boolean DEFAULT true NOT NULL,
	CONSTRAINT "route_site_id_language_id_path_pk" PRIMARY KEY("site_id","language_id","path"),
	CONSTRAINT "route_redirect" CHECK (("route"."kind" = 'redirect') = ("route"."redirect_to" is not null)),
	CONSTRAINT "route_canonical" CHECK ("route"."is_canonical" = ("route"."kind" <> 'redirect')),
	CONSTRAINT "route_target" CHECK (num_nonnulls("route"."content_page_id", "route"."category_id", "route"."product_variant_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "shop_import" (
	"shop_import_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_import_shop_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"content_hash" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site" (
	"site_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" integer NOT NULL,
	"brand" text NOT NULL,
	"country_id" integer NOT NULL,
	"domain" text NOT NULL,
	"fallback_language_id" integer NOT NULL,
	"root_content_page_id" integer NOT NULL,
	"not_found_content_page_id" integer NOT NULL,
	"internal_error_content_page_id" integer NOT NULL,
	"customer_service_content_page_id" integer NOT NULL,
	"checkout_success_page_id" integer NOT NULL,
	"checkout_success_rqs_page_id" integer NOT NULL,
	"checkout_failed_page_id" integer NOT NULL,
	"rqs_content_page_id" integer,
	"primary_navigation_id" integer NOT NULL,
	"footer_id" integer NOT NULL,
	"header_usp_collection_id" integer NOT NULL,
	"cart_usp_collection_id" integer NOT NULL,
	"notification_id" integer NOT NULL,
	"social_media" jsonb NOT NULL,
	"customer_service_phone" text NOT NULL,
	"customer_service_email_address" text NOT NULL,
	"opening_hours" jsonb NOT NULL,
	"currency" text NOT NULL,
	"bot_check_site_key" text,
	"gtm_container_id" text,
	"maps_key" text,
	"client_api_endpoint" text NOT NULL,
	"auto_redirect_if_not_in_same_country" boolean NOT NULL,
	"enable_rqs" boolean NOT NULL,
	"enable_stock_reminder_feature" boolean NOT NULL,
	"vat_percentage_high" double precision NOT NULL,
	"vat_percentage_low" double precision NOT NULL,
	CONSTRAINT "site_key_unique" UNIQUE("key"),
	CONSTRAINT "site_domain_unique" UNIQUE("domain")
);
--> statement-breakpoint
CREATE TABLE "site_category" (
	"site_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "site_category_site_id_category_id_pk" PRIMARY KEY("site_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "site_content_page" (
	"site_id" integer NOT NULL,
	"content_page_id" integer NOT NULL,
	CONSTRAINT "site_content_page_site_id_content_page_id_pk" PRIMARY KEY("site_id","content_page_id")
);
--> statement-breakpoint
CREATE TABLE "site_language" (
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"domain" text NOT NULL,
	"localized_name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "site_language_site_id_language_id_pk" PRIMARY KEY("site_id","language_id"),
	CONSTRAINT "site_language_domain_unique" UNIQUE("domain")
);
--> statement-breakpoint
CREATE TABLE "site_payment_method" (
	"site_id" integer NOT NULL,
	"payment_method_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "site_payment_method_site_id_payment_method_id_pk" PRIMARY KEY("site_id","payment_method_id")
);
--> statement-breakpoint
CREATE TABLE "site_product" (
	"site_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "site_product_site_id_product_id_pk" PRIMARY KEY("site_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "site_setting" (
	"site_id" integer PRIMARY KEY NOT NULL,
	"currency_code" text NOT NULL,
	"indicative_rate_per_eur" double precision NOT NULL,
	"currency_conversion_disclaimer" boolean NOT NULL,
	"unit_price_bases" jsonb NOT NULL,
	"free_shipping_from_incl_vat" integer,
	"shipping_methods" jsonb NOT NULL,
	"delivery_country_ids" jsonb NOT NULL,
	"silo" jsonb NOT NULL,
	"legal_entity" jsonb NOT NULL,
	"vat_type_by_class" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"product_variant_id" integer PRIMARY KEY NOT NULL,
	"amount" integer,
	"imported_amount" integer,
	CONSTRAINT "stock_amount" CHECK ("stock"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "term_translation" (
	"vocabulary" text NOT NULL,
	"key" text NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "term_translation_language_id_vocabulary_key_pk" PRIMARY KEY("language_id","vocabulary","key")
);
--> statement-breakpoint
CREATE TABLE "usp_collection" (
	"collection_id" integer PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usp_text" (
	"collection_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "usp_text_collection_id_language_id_position_pk" PRIMARY KEY("collection_id","language_id","position")
);
--> statement-breakpoint
CREATE TABLE "variant_picture" (
	"product_variant_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"brand" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "variant_picture_product_variant_id_language_id_brand_pk" PRIMARY KEY("product_variant_id","language_id","brand")
);
--> statement-breakpoint
ALTER TABLE "category" ADD CONSTRAINT "category_parent_id_category_category_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_product" ADD CONSTRAINT "category_product_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_product" ADD CONSTRAINT "category_product_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_translation" ADD CONSTRAINT "category_translation_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_translation" ADD CONSTRAINT "category_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_product" ADD CONSTRAINT "content_page_product_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_product" ADD CONSTRAINT "content_page_product_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_relation" ADD CONSTRAINT "content_page_relation_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_relation" ADD CONSTRAINT "content_page_relation_related_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("related_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_translation" ADD CONSTRAINT "content_page_translation_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_translation" ADD CONSTRAINT "content_page_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_translation" ADD CONSTRAINT "country_translation_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_translation" ADD CONSTRAINT "country_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer" ADD CONSTRAINT "footer_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_column" ADD CONSTRAINT "footer_column_footer_id_footer_footer_id_fk" FOREIGN KEY ("footer_id") REFERENCES "public"."footer"("footer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_column_translation" ADD CONSTRAINT "footer_column_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_column_translation" ADD CONSTRAINT "footer_column_translation_footer_id_key_footer_column_footer_id_key_fk" FOREIGN KEY ("footer_id","key") REFERENCES "public"."footer_column"("footer_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_link" ADD CONSTRAINT "footer_link_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_link" ADD CONSTRAINT "footer_link_footer_id_column_key_footer_column_footer_id_key_fk" FOREIGN KEY ("footer_id","column_key") REFERENCES "public"."footer_column"("footer_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_link_translation" ADD CONSTRAINT "footer_link_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_link_translation" ADD CONSTRAINT "footer_link_translation_footer_id_key_footer_link_footer_id_key_fk" FOREIGN KEY ("footer_id","key") REFERENCES "public"."footer_link"("footer_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation" ADD CONSTRAINT "navigation_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item" ADD CONSTRAINT "navigation_item_navigation_id_navigation_navigation_id_fk" FOREIGN KEY ("navigation_id") REFERENCES "public"."navigation"("navigation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item" ADD CONSTRAINT "navigation_item_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item" ADD CONSTRAINT "navigation_item_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item_translation" ADD CONSTRAINT "navigation_item_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item_translation" ADD CONSTRAINT "navigation_item_translation_navigation_id_key_navigation_item_navigation_id_key_fk" FOREIGN KEY ("navigation_id","key") REFERENCES "public"."navigation_item"("navigation_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_translation" ADD CONSTRAINT "notification_translation_notification_id_notification_notification_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notification"("notification_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_translation" ADD CONSTRAINT "notification_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price" ADD CONSTRAINT "price_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price" ADD CONSTRAINT "price_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_facet" ADD CONSTRAINT "product_facet_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relation" ADD CONSTRAINT "product_relation_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relation" ADD CONSTRAINT "product_relation_related_product_id_product_product_id_fk" FOREIGN KEY ("related_product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_translation" ADD CONSTRAINT "product_translation_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_translation" ADD CONSTRAINT "product_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variant" ADD CONSTRAINT "product_variant_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route" ADD CONSTRAINT "route_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route" ADD CONSTRAINT "route_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route" ADD CONSTRAINT "route_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route" ADD CONSTRAINT "route_site_id_language_id_site_language_site_id_language_id_fk" FOREIGN KEY ("site_id","language_id") REFERENCES "public"."site_language"("site_id","language_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_fallback_language_id_language_language_id_fk" FOREIGN KEY ("fallback_language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_category" ADD CONSTRAINT "site_category_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_category" ADD CONSTRAINT "site_category_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_content_page" ADD CONSTRAINT "site_content_page_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_content_page" ADD CONSTRAINT "site_content_page_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_language" ADD CONSTRAINT "site_language_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_language" ADD CONSTRAINT "site_language_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_payment_method" ADD CONSTRAINT "site_payment_method_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_payment_method" ADD CONSTRAINT "site_payment_method_payment_method_id_payment_method_payment_method_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_method"("payment_method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_product" ADD CONSTRAINT "site_product_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_product" ADD CONSTRAINT "site_product_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_setting" ADD CONSTRAINT "site_setting_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_translation" ADD CONSTRAINT "term_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usp_collection" ADD CONSTRAINT "usp_collection_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usp_text" ADD CONSTRAINT "usp_text_collection_id_usp_collection_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."usp_collection"("collection_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usp_text" ADD CONSTRAINT "usp_text_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_picture" ADD CONSTRAINT "variant_picture_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_picture" ADD CONSTRAINT "variant_picture_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_picture" ADD CONSTRAINT "variant_picture_hash_picture_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."picture"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "category_parent" ON "category" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "category_product_product" ON "category_product" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "content_page_kind" ON "content_page" USING btree ("kind","published_on");--> statement-breakpoint
CREATE INDEX "product_category" ON "product" USING btree ("category_id","position");--> statement-breakpoint
CREATE INDEX "product_facet_value" ON "product_facet" USING btree ("facet","value","product_id");--> statement-breakpoint
CREATE INDEX "product_translation_search" ON "product_translation" USING gin ("search");--> statement-breakpoint
CREATE INDEX "product_translation_name" ON "product_translation" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "product_translation_rank" ON "product_translation" USING btree ("language_id","name_rank");--> statement-breakpoint
CREATE INDEX "product_variant_product" ON "product_variant" USING btree ("product_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "product_variant_default" ON "product_variant" USING btree ("product_id") WHERE "product_variant"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "route_content_page" ON "route" USING btree ("content_page_id","site_id","language_id") WHERE "route"."is_canonical";--> statement-breakpoint
CREATE UNIQUE INDEX "route_category" ON "route" USING btree ("category_id","site_id","language_id") WHERE "route"."is_canonical";--> statement-breakpoint
CREATE UNIQUE INDEX "route_product_variant" ON "route" USING btree ("product_variant_id","site_id","language_id") WHERE "route"."is_canonical";