ALTER TABLE "roughage_sample" ALTER COLUMN "key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "roughage_sample" ADD COLUMN "key_hash" text;--> statement-breakpoint
ALTER TABLE "roughage_sample" ADD COLUMN "key_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- small: no shop is open before this release, so its samples are those of development
UPDATE "roughage_sample" SET "key_hash" = encode(sha256(convert_to("key", 'UTF8')), 'hex'), "key" = NULL WHERE "key" IS NOT NULL;
