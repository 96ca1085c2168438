ALTER TABLE "content_page" VALIDATE CONSTRAINT "content_page_kind_known";--> statement-breakpoint
ALTER TABLE "product" VALIDATE CONSTRAINT "product_type_known";--> statement-breakpoint
ALTER TABLE "product" VALIDATE CONSTRAINT "product_feed_type";--> statement-breakpoint
ALTER TABLE "product_variant" VALIDATE CONSTRAINT "product_variant_packaging";--> statement-breakpoint
ALTER TABLE "product_variant" VALIDATE CONSTRAINT "product_variant_unit";--> statement-breakpoint
ALTER TABLE "review" VALIDATE CONSTRAINT "review_status_known";--> statement-breakpoint
ALTER TABLE "route" VALIDATE CONSTRAINT "route_kind_known";
