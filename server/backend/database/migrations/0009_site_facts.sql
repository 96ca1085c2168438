ALTER TABLE "site" ADD COLUMN "currency_conversion_disclaimer_page_id" integer;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "become_dealer_page_id" integer;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "payment_provider_configuration_id" text;--> statement-breakpoint
ALTER TABLE "site_language" ADD COLUMN "customer_service_title" text;--> statement-breakpoint
ALTER TABLE "site_language" ADD COLUMN "customer_service_text_bottom" text;--> statement-breakpoint
ALTER TABLE "site_language" ADD COLUMN "dealer_page_title" text;