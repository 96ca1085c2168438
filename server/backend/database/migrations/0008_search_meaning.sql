CREATE TABLE "search_meaning" (
	"group_key" text NOT NULL,
	"role" text NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "search_meaning_group_key_role_facet_value_pk" PRIMARY KEY("group_key","role","facet","value"),
	CONSTRAINT "search_meaning_role" CHECK ("search_meaning"."role" in ('finds', 'prefers', 'without', 'weak', 'popular'))
);
--> statement-breakpoint
ALTER TABLE "search_synonym" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;