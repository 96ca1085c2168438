CREATE TABLE "content_page_scope" (
	"content_page_id" integer NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "content_page_scope_content_page_id_facet_value_pk" PRIMARY KEY("content_page_id","facet","value")
);
--> statement-breakpoint
ALTER TABLE "content_page_scope" ADD CONSTRAINT "content_page_scope_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;