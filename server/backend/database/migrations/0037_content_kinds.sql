CREATE TABLE "content_page_caption" (
	"content_page_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"captions" jsonb NOT NULL,
	CONSTRAINT "content_page_caption_content_page_id_language_id_pk" PRIMARY KEY("content_page_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "content_page_category" (
	"content_page_id" integer PRIMARY KEY NOT NULL,
	"category_page_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_page_clip" (
	"content_page_id" integer PRIMARY KEY NOT NULL,
	"clip" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_vacancy" (
	"site_id" integer NOT NULL,
	"vacancy_id" integer NOT NULL,
	CONSTRAINT "site_vacancy_site_id_vacancy_id_pk" PRIMARY KEY("site_id","vacancy_id")
);
--> statement-breakpoint
CREATE TABLE "vacancy" (
	"vacancy_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vacancy_vacancy_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"country_id" integer NOT NULL,
	"place" text NOT NULL,
	"hours_from" integer NOT NULL,
	"hours_to" integer NOT NULL,
	"published_on" date NOT NULL,
	"open_until" date,
	CONSTRAINT "vacancy_key_unique" UNIQUE("key"),
	CONSTRAINT "vacancy_hours" CHECK ("vacancy"."hours_from" between 1 and "vacancy"."hours_to" and "vacancy"."hours_to" <= 48),
	CONSTRAINT "vacancy_period" CHECK ("vacancy"."open_until" >= "vacancy"."published_on")
);
--> statement-breakpoint
CREATE TABLE "vacancy_translation" (
	"vacancy_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	"markdown" text NOT NULL,
	CONSTRAINT "vacancy_translation_vacancy_id_language_id_pk" PRIMARY KEY("vacancy_id","language_id")
);
--> statement-breakpoint
ALTER TABLE "content_page" DROP CONSTRAINT "content_page_kind_known";--> statement-breakpoint
ALTER TABLE "route" DROP CONSTRAINT "route_kind_known";--> statement-breakpoint
ALTER TABLE "content_page" ADD COLUMN "list_sort" text;--> statement-breakpoint
ALTER TABLE "content_page_caption" ADD CONSTRAINT "content_page_caption_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_caption" ADD CONSTRAINT "content_page_caption_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_category" ADD CONSTRAINT "content_page_category_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_category" ADD CONSTRAINT "content_page_category_category_page_id_content_page_content_page_id_fk" FOREIGN KEY ("category_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_clip" ADD CONSTRAINT "content_page_clip_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_vacancy" ADD CONSTRAINT "site_vacancy_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_vacancy" ADD CONSTRAINT "site_vacancy_vacancy_id_vacancy_vacancy_id_fk" FOREIGN KEY ("vacancy_id") REFERENCES "public"."vacancy"("vacancy_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy" ADD CONSTRAINT "vacancy_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_translation" ADD CONSTRAINT "vacancy_translation_vacancy_id_vacancy_vacancy_id_fk" FOREIGN KEY ("vacancy_id") REFERENCES "public"."vacancy"("vacancy_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_translation" ADD CONSTRAINT "vacancy_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_page_category_page" ON "content_page_category" USING btree ("category_page_id");--> statement-breakpoint
ALTER TABLE "content_page" ADD CONSTRAINT "content_page_kind_known" CHECK ("content_page"."kind" in ('page', 'advice', 'blog', 'news', 'faq', 'partner', 'landing', 'adviceCategory', 'adviceVideo', 'blogOverview', 'blogCategory')) NOT VALID;--> statement-breakpoint
ALTER TABLE "content_page" VALIDATE CONSTRAINT "content_page_kind_known";--> statement-breakpoint
ALTER TABLE "route" ADD CONSTRAINT "route_kind_known" CHECK ("route"."kind" in ('contentPage', 'productSearch', 'productDetail', 'faq', 'adviceArticle', 'blogArticle', 'newsItem', 'partner', 'redirect', 'adviceCategory', 'adviceVideo', 'blogOverview', 'blogCategory')) NOT VALID;--> statement-breakpoint
ALTER TABLE "route" VALIDATE CONSTRAINT "route_kind_known";