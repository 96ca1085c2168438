CREATE TABLE "search_document" (
	"language_id" integer NOT NULL,
	"document_id" text NOT NULL,
	"kind" text NOT NULL,
	"entity_id" integer NOT NULL,
	"key" text NOT NULL,
	"plain_name" text NOT NULL,
	"terms" "tsvector" NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "search_document_language_id_document_id_pk" PRIMARY KEY("language_id","document_id"),
	CONSTRAINT "search_document_kind" CHECK ("search_document"."kind" in ('product', 'category', 'landing', 'content'))
);
--> statement-breakpoint
CREATE TABLE "search_index_state" (
	"language_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_term" (
	"language_id" integer NOT NULL,
	"concept" text NOT NULL,
	"term" text NOT NULL,
	"plain" text NOT NULL,
	"stems" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "search_term_language_id_concept_term_pk" PRIMARY KEY("language_id","concept","term")
);
--> statement-breakpoint
CREATE TABLE "search_word" (
	"language_id" integer NOT NULL,
	"is_of_pages" boolean NOT NULL,
	"plain" text NOT NULL,
	"is_fact" boolean NOT NULL,
	"stem" text NOT NULL,
	"typed" text NOT NULL,
	"weight" real NOT NULL,
	"parts" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "search_word_language_id_is_of_pages_plain_pk" PRIMARY KEY("language_id","is_of_pages","plain")
);
--> statement-breakpoint
ALTER TABLE "search_document" ADD CONSTRAINT "search_document_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_index_state" ADD CONSTRAINT "search_index_state_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_term" ADD CONSTRAINT "search_term_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_word" ADD CONSTRAINT "search_word_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_document_terms" ON "search_document" USING gin ("language_id","terms");--> statement-breakpoint
CREATE INDEX "search_term_plain" ON "search_term" USING btree ("language_id","plain" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_term_stems" ON "search_term" USING btree ("language_id","stems");--> statement-breakpoint
CREATE INDEX "search_word_stem" ON "search_word" USING btree ("language_id","stem");--> statement-breakpoint
CREATE INDEX "search_word_prefix" ON "search_word" USING btree ("language_id","plain" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_word_parts" ON "search_word" USING gin ("language_id","parts");