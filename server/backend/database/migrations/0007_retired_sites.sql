ALTER TABLE "site" DROP CONSTRAINT "site_domain_unique";--> statement-breakpoint
ALTER TABLE "outbox_mail" DROP CONSTRAINT "outbox_mail_site_id_site_site_id_fk";
--> statement-breakpoint
ALTER TABLE "price" DROP CONSTRAINT "price_site_id_site_site_id_fk";
--> statement-breakpoint
ALTER TABLE "review" DROP CONSTRAINT "review_site_id_site_site_id_fk";
--> statement-breakpoint
ALTER TABLE "silo_quotation" DROP CONSTRAINT "silo_quotation_site_id_site_site_id_fk";
--> statement-breakpoint
ALTER TABLE "stock_reminder" DROP CONSTRAINT "stock_reminder_site_id_site_site_id_fk";
--> statement-breakpoint
ALTER TABLE "product_translation" ADD COLUMN "search_hash" text;--> statement-breakpoint
ALTER TABLE "shop_import" ADD COLUMN "program_hash" text;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD CONSTRAINT "outbox_mail_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price" ADD CONSTRAINT "price_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD CONSTRAINT "silo_quotation_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reminder" ADD CONSTRAINT "stock_reminder_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;