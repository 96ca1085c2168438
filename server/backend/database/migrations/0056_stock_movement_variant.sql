DROP INDEX CONCURRENTLY IF EXISTS "stock_movement_variant";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "stock_movement_variant" ON "stock_movement" USING btree ("product_variant_id");
