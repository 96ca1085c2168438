CREATE TABLE "shop_record" (
	"file" text NOT NULL,
	"list" text NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"value" jsonb,
	"imported_at" timestamp with time zone,
	"imported_hash" text,
	"edited_at" timestamp with time zone,
	"edited_by" text,
	CONSTRAINT "shop_record_file_list_key_pk" PRIMARY KEY("file","list","key")
);
--> statement-breakpoint
ALTER TABLE "shop_import" ADD COLUMN "has_records" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "picture" ADD COLUMN "photo" "bytea";--> statement-breakpoint
CREATE INDEX "shop_record_edited" ON "shop_record" USING btree ("file","list","key") WHERE "shop_record"."edited_at" is not null;