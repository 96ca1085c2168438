ALTER TABLE "customer_order" ALTER COLUMN "token" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "token_hash" text;--> statement-breakpoint
-- small: no shop is open before this release, so its orders are those of development
UPDATE "customer_order" SET "token_hash" = encode(sha256(convert_to("token", 'UTF8')), 'hex'), "token" = '' WHERE "token" <> '';
