ALTER TABLE "text_version" DROP CONSTRAINT "text_version_kind_known";--> statement-breakpoint
ALTER TABLE "footer_link" ALTER COLUMN "content_page_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "footer_link" ADD COLUMN "category_id" integer;--> statement-breakpoint
ALTER TABLE "footer_link" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "footer_link" ADD CONSTRAINT "footer_link_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "footer_link" VALIDATE CONSTRAINT "footer_link_category_id_category_category_id_fk";--> statement-breakpoint
ALTER TABLE "footer_link" ADD CONSTRAINT "footer_link_target" CHECK (num_nonnulls("footer_link"."category_id", "footer_link"."content_page_id", "footer_link"."path") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "footer_link" VALIDATE CONSTRAINT "footer_link_target";--> statement-breakpoint
ALTER TABLE "text_version" ADD CONSTRAINT "text_version_kind_known" CHECK ("text_version"."kind" in ('page', 'article', 'category', 'product', 'landing', 'menu', 'footer', 'promises', 'notice', 'desk', 'groupPage', 'groupPromises', 'groupNotice', 'entries')) NOT VALID;--> statement-breakpoint
ALTER TABLE "text_version" VALIDATE CONSTRAINT "text_version_kind_known";