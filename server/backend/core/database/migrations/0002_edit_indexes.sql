CREATE INDEX CONCURRENTLY IF NOT EXISTS "route_content_or_category" ON "route" USING btree ("language_id") WHERE "route"."content_page_id" is not null or "route"."category_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "route_product_redirect" ON "route" USING btree ("product_variant_id") WHERE not "route"."is_canonical";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "text_version_text" ON "text_version" USING btree ("kind","key","language");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "text_version_record";
