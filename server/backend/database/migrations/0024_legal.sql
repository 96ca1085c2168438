CREATE TABLE "legal_profile" (
	"site_id" integer PRIMARY KEY NOT NULL,
	"withdrawal_days" integer NOT NULL,
	"retention_years" integer NOT NULL,
	"review_page_id" integer NOT NULL,
	"invoice" jsonb NOT NULL,
	"manufacturer" jsonb,
	CONSTRAINT "legal_profile_withdrawal_days" CHECK ("legal_profile"."withdrawal_days" between 14 and 365),
	CONSTRAINT "legal_profile_retention_years" CHECK ("legal_profile"."retention_years" between 1 and 30)
);
--> statement-breakpoint
CREATE TABLE "legal_profile_translation" (
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"order_button" text NOT NULL,
	"withdrawal_button" text NOT NULL,
	"withdrawal_confirmation" text NOT NULL,
	"guarantee_notice" text,
	"safety" text,
	CONSTRAINT "legal_profile_translation_site_id_language_id_pk" PRIMARY KEY("site_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "legal_vat_country" (
	"site_id" integer NOT NULL,
	"country_id" integer NOT NULL,
	CONSTRAINT "legal_vat_country_site_id_country_id_pk" PRIMARY KEY("site_id","country_id")
);
--> statement-breakpoint
ALTER TABLE "legal_profile" ADD CONSTRAINT "legal_profile_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_profile" ADD CONSTRAINT "legal_profile_review_page_id_content_page_content_page_id_fk" FOREIGN KEY ("review_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_profile_translation" ADD CONSTRAINT "legal_profile_translation_site_id_legal_profile_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."legal_profile"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_profile_translation" ADD CONSTRAINT "legal_profile_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_vat_country" ADD CONSTRAINT "legal_vat_country_site_id_legal_profile_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."legal_profile"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_vat_country" ADD CONSTRAINT "legal_vat_country_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;