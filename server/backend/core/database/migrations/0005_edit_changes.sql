ALTER TABLE "shop_import" ADD COLUMN "changed_parts" text[];--> statement-breakpoint
ALTER TABLE "shop_import" ADD COLUMN "changed_languages" text[];