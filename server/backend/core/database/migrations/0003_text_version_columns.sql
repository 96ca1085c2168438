-- contract: kind, key and language name the text; no release that reads the two columns is in production
ALTER TABLE "text_version" DROP COLUMN "file";--> statement-breakpoint
-- contract: as above
ALTER TABLE "text_version" DROP COLUMN "list";
