DROP INDEX CONCURRENTLY IF EXISTS "roughage_sample_created";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "roughage_sample_created" ON "roughage_sample" USING btree ("created_at");