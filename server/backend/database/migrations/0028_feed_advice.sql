CREATE TABLE "feed_advice" (
	"advice_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"horse_name" text NOT NULL,
	"horse_type" text NOT NULL,
	"weight_kg" integer,
	"work_level" text NOT NULL,
	"roughage_type" text NOT NULL,
	"sample_id" uuid,
	"typed_values" jsonb,
	"product_variant_id" integer NOT NULL,
	"figures" jsonb NOT NULL,
	"previous_grams_per_day" integer,
	"is_read" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feed_advice_type" CHECK ("feed_advice"."horse_type" in ('pony', 'sober', 'horse', 'hotblood')),
	CONSTRAINT "feed_advice_work" CHECK ("feed_advice"."work_level" in ('none', 'light', 'average', 'heavy')),
	CONSTRAINT "feed_advice_roughage" CHECK ("feed_advice"."roughage_type" in ('hay', 'silage', 'grass')),
	CONSTRAINT "feed_advice_source" CHECK ("feed_advice"."sample_id" is null or "feed_advice"."typed_values" is null)
);
--> statement-breakpoint
CREATE TABLE "feed_model" (
	"feed_model_id" integer PRIMARY KEY NOT NULL,
	"model" jsonb NOT NULL,
	CONSTRAINT "feed_model_one" CHECK ("feed_model"."feed_model_id" = 1)
);
--> statement-breakpoint
CREATE TABLE "lab_reference" (
	"lab_reference_id" integer PRIMARY KEY NOT NULL,
	"reference" jsonb NOT NULL,
	CONSTRAINT "lab_reference_one" CHECK ("lab_reference"."lab_reference_id" = 1)
);
--> statement-breakpoint
CREATE TABLE "lab_result" (
	"sample_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"result_date" date NOT NULL,
	"rqs" jsonb,
	"qs" jsonb,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lab_result_sample_id_version_pk" PRIMARY KEY("sample_id","version"),
	CONSTRAINT "lab_result_kind" CHECK (("lab_result"."rqs" is null) <> ("lab_result"."qs" is null))
);
--> statement-breakpoint
CREATE TABLE "lab_shelf" (
	"test_kind" text NOT NULL,
	"parameter" text NOT NULL,
	"verdict" text NOT NULL,
	"category_id" integer NOT NULL,
	"query" text NOT NULL,
	"article_id" integer,
	CONSTRAINT "lab_shelf_test_kind_parameter_verdict_pk" PRIMARY KEY("test_kind","parameter","verdict"),
	CONSTRAINT "lab_shelf_kind" CHECK ("lab_shelf"."test_kind" in ('rqs', 'qs'))
);
--> statement-breakpoint
CREATE TABLE "roughage_sample" (
	"sample_id" uuid PRIMARY KEY NOT NULL,
	"sample_number" text NOT NULL,
	"test_kind" text NOT NULL,
	"key" text NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"account_id" uuid,
	"order_id" uuid,
	"line_position" integer,
	"sequence" integer,
	"sample_name" text NOT NULL,
	"state" text NOT NULL,
	"roughage_type" text,
	"sent_at" timestamp with time zone,
	"receipt_date" date,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "roughage_sample_sample_number_unique" UNIQUE("sample_number"),
	CONSTRAINT "roughage_sample_key_unique" UNIQUE("key"),
	CONSTRAINT "roughage_sample_piece" UNIQUE("order_id","line_position","sequence"),
	CONSTRAINT "roughage_sample_kind" CHECK ("roughage_sample"."test_kind" in ('rqs', 'qs')),
	CONSTRAINT "roughage_sample_state" CHECK ("roughage_sample"."state" in ('ordered', 'sent', 'received', 'result')),
	CONSTRAINT "roughage_sample_type" CHECK ("roughage_sample"."roughage_type" in ('hay', 'silage'))
);
--> statement-breakpoint
ALTER TABLE "feed_advice" ADD CONSTRAINT "feed_advice_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_advice" ADD CONSTRAINT "feed_advice_sample_id_roughage_sample_sample_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."roughage_sample"("sample_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_advice" ADD CONSTRAINT "feed_advice_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_result" ADD CONSTRAINT "lab_result_sample_id_roughage_sample_sample_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."roughage_sample"("sample_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_shelf" ADD CONSTRAINT "lab_shelf_article_id_content_page_content_page_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roughage_sample" ADD CONSTRAINT "roughage_sample_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roughage_sample" ADD CONSTRAINT "roughage_sample_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roughage_sample" ADD CONSTRAINT "roughage_sample_order" FOREIGN KEY ("order_id","line_position","sequence") REFERENCES "public"."order_sample"("order_id","position","sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_advice_account" ON "feed_advice" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "feed_advice_sample" ON "feed_advice" USING btree ("sample_id");--> statement-breakpoint
CREATE INDEX "roughage_sample_account" ON "roughage_sample" USING btree ("account_id");