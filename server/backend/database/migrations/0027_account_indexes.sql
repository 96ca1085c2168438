DROP INDEX CONCURRENTLY IF EXISTS "cart_account";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "cart_account" ON "cart" USING btree ("account_id") WHERE "cart"."account_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customer_order_account";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customer_order_account" ON "customer_order" USING btree ("account_id","created_at") WHERE "customer_order"."account_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "review_account";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "review_account" ON "review" USING btree ("account_id") WHERE "review"."account_id" is not null;
