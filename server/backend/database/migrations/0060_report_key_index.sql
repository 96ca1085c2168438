DROP INDEX CONCURRENTLY IF EXISTS "roughage_sample_key_hash";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "roughage_sample_key_hash" ON "roughage_sample" USING btree ("key_hash");
