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
CREATE TABLE "text_picture" (
	"key" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"original" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alts" jsonb NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preview_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"path" text NOT NULL,
	"shown_at" timestamp with time zone NOT NULL,
	"keeper_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "text_version" (
	"text_version_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "text_version_text_version_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file" text NOT NULL,
	"list" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"state" text NOT NULL,
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"fault" text,
	"back_to" bigint,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	CONSTRAINT "text_version_state_known" CHECK ("text_version"."state" in ('draft', 'planned', 'published', 'withdrawn', 'refused')),
	CONSTRAINT "text_version_planned_at" CHECK ("text_version"."state" <> 'planned' or "text_version"."publish_at" is not null),
	CONSTRAINT "text_version_published_at" CHECK (("text_version"."state" = 'published') = ("text_version"."published_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "shop_import" ADD COLUMN "has_records" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "preview_link" ADD CONSTRAINT "preview_link_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_link" ADD CONSTRAINT "preview_link_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shop_record_edited" ON "shop_record" USING btree ("file","list","key") WHERE "shop_record"."edited_at" is not null;--> statement-breakpoint
CREATE INDEX "text_picture_hash" ON "text_picture" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "preview_link_created" ON "preview_link" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "text_version_record" ON "text_version" USING btree ("file","list","key");--> statement-breakpoint
CREATE INDEX "text_version_planned" ON "text_version" USING btree ("publish_at") WHERE "text_version"."state" = 'planned';--> statement-breakpoint
CREATE INDEX "text_version_open" ON "text_version" USING btree ("state") WHERE "text_version"."state" in ('draft', 'planned', 'refused');