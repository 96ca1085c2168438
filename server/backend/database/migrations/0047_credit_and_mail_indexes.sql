DROP INDEX CONCURRENTLY IF EXISTS "gift_card_movement_once";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "gift_card_movement_once" ON "gift_card_movement" USING btree ("order_id","gift_card_id","kind") WHERE "gift_card_movement"."kind" <> 'refunded';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invoice_order_credit";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "invoice_order_credit" ON "invoice" USING btree ("order_credit_id") WHERE "invoice"."order_credit_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "outbox_mail_recipient";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_mail_recipient" ON "outbox_mail" USING btree (lower("recipient"),"created_at");
