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
	CONSTRAINT "text_version_kind_known" CHECK ("text_version"."kind" in ('page', 'article', 'category', 'product', 'landing', 'menu', 'footer', 'promises', 'notice', 'desk', 'groupPage', 'groupPromises', 'groupNotice')),
	CONSTRAINT "text_version_state_known" CHECK ("text_version"."state" in ('draft', 'planned', 'published', 'withdrawn', 'refused')),
	CONSTRAINT "text_version_planned_at" CHECK ("text_version"."state" <> 'planned' or "text_version"."publish_at" is not null),
	CONSTRAINT "text_version_published_at" CHECK (("text_version"."state" = 'published') = ("text_version"."published_at" is not null))
);
--> statement-breakpoint
CREATE INDEX "text_picture_hash" ON "text_picture" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "text_version_record" ON "text_version" USING btree ("file","list","key");--> statement-breakpoint
CREATE INDEX "text_version_planned" ON "text_version" USING btree ("publish_at") WHERE "text_version"."state" = 'planned';--> statement-breakpoint
CREATE INDEX "text_version_open" ON "text_version" USING btree ("state") WHERE "text_version"."state" in ('draft', 'planned', 'refused');