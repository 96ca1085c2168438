-- Words are found in memory; nothing reads these any more. What is derived goes before what it is derived from.
DROP TABLE "search_word";--> statement-breakpoint
DROP INDEX "product_translation_search";--> statement-breakpoint
DROP INDEX "product_translation_search_rank";--> statement-breakpoint
DROP INDEX "product_translation_name";--> statement-breakpoint
ALTER TABLE "product_translation" DROP COLUMN "search_rank";--> statement-breakpoint
ALTER TABLE "product_translation" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "product_translation" DROP COLUMN "search_hash";--> statement-breakpoint
ALTER TABLE "language" DROP COLUMN "search_config";--> statement-breakpoint
ALTER TABLE "product" DROP COLUMN "is_sale";
