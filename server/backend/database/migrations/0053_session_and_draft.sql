ALTER TABLE "account_session" ADD COLUMN "browser_id" uuid;--> statement-breakpoint
ALTER TABLE "account_session" ADD COLUMN "handover_hash" text;--> statement-breakpoint
ALTER TABLE "account_session" ADD COLUMN "handover_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cart" ADD COLUMN "draft" jsonb;