CREATE TABLE "outbox_mail" (
	"outbox_mail_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_mail_outbox_mail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"unsubscribe_url" text,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "product_rating" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"rating_count" integer NOT NULL,
	"rating_sum" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review" (
	"review_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_review_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"import_key" text,
	"product_id" integer NOT NULL,
	"site_id" integer,
	"language_id" integer NOT NULL,
	"rating" integer NOT NULL,
	"author_name" text NOT NULL,
	"author_email_address" text,
	"is_verified_purchase" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"rejection_reason" text,
	"confirm_token_hash" text,
	"content_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	CONSTRAINT "review_import_key_unique" UNIQUE("import_key"),
	CONSTRAINT "review_confirm_token_hash_unique" UNIQUE("confirm_token_hash"),
	CONSTRAINT "review_rating" CHECK ("review"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "review_translation" (
	"review_id" bigint NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	"opinion" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "review_translation_review_id_language_id_pk" PRIMARY KEY("review_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "silo_quotation" (
	"silo_quotation_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "silo_quotation_silo_quotation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"product_id" integer,
	"name" text NOT NULL,
	"email_address" text NOT NULL,
	"phone_number" text NOT NULL,
	"zipcode" text NOT NULL,
	"city" text NOT NULL,
	"horses" integer NOT NULL,
	"kilograms" integer NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_reminder" (
	"stock_reminder_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_reminder_stock_reminder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"product_variant_id" integer NOT NULL,
	"email_address" text NOT NULL,
	"confirm_token_hash" text NOT NULL,
	"unsubscribe_token_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"notified_at" timestamp with time zone,
	CONSTRAINT "stock_reminder_confirm_token_hash_unique" UNIQUE("confirm_token_hash"),
	CONSTRAINT "stock_reminder_unsubscribe_token_hash_unique" UNIQUE("unsubscribe_token_hash")
);
--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD CONSTRAINT "outbox_mail_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD CONSTRAINT "outbox_mail_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_rating" ADD CONSTRAINT "product_rating_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_translation" ADD CONSTRAINT "review_translation_review_id_review_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("review_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_translation" ADD CONSTRAINT "review_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD CONSTRAINT "silo_quotation_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD CONSTRAINT "silo_quotation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD CONSTRAINT "silo_quotation_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reminder" ADD CONSTRAINT "stock_reminder_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reminder" ADD CONSTRAINT "stock_reminder_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reminder" ADD CONSTRAINT "stock_reminder_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_mail_due" ON "outbox_mail" USING btree ("next_attempt_at") WHERE "outbox_mail"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "review_product" ON "review" USING btree ("product_id","status","published_at");--> statement-breakpoint
CREATE INDEX "review_status" ON "review" USING btree ("status","confirmed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "review_content" ON "review" USING btree ("content_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_reminder_once" ON "stock_reminder" USING btree ("site_id","product_variant_id","email_address") WHERE "stock_reminder"."notified_at" is null;--> statement-breakpoint
CREATE INDEX "stock_reminder_waiting" ON "stock_reminder" USING btree ("product_variant_id") WHERE "stock_reminder"."confirmed_at" is not null and "stock_reminder"."notified_at" is null;