CREATE TABLE "audit_entry" (
	"audit_entry_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entry_audit_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"act" text NOT NULL,
	"noun" text NOT NULL,
	"noun_id" text,
	"details" jsonb NOT NULL,
	CONSTRAINT "audit_entry_actor_kind" CHECK ("audit_entry"."actor_kind" in ('keeper', 'account', 'shop'))
);
--> statement-breakpoint
CREATE TABLE "idempotent_answer" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"call" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"acts" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_attachment" (
	"outbox_mail_id" bigint NOT NULL,
	"stored_document_id" bigint NOT NULL,
	CONSTRAINT "mail_attachment_outbox_mail_id_stored_document_id_pk" PRIMARY KEY("outbox_mail_id","stored_document_id")
);
--> statement-breakpoint
CREATE TABLE "stored_document" (
	"stored_document_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stored_document_stored_document_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"media_type" text NOT NULL,
	"file_name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"keep_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_attachment" ADD CONSTRAINT "mail_attachment_outbox_mail_id_outbox_mail_outbox_mail_id_fk" FOREIGN KEY ("outbox_mail_id") REFERENCES "public"."outbox_mail"("outbox_mail_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_attachment" ADD CONSTRAINT "mail_attachment_stored_document_id_stored_document_stored_document_id_fk" FOREIGN KEY ("stored_document_id") REFERENCES "public"."stored_document"("stored_document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entry_noun" ON "audit_entry" USING btree ("noun","noun_id");--> statement-breakpoint
CREATE INDEX "idempotent_answer_age" ON "idempotent_answer" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_limit_end" ON "rate_limit" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "mail_attachment_document" ON "mail_attachment" USING btree ("stored_document_id");--> statement-breakpoint
CREATE INDEX "stored_document_end" ON "stored_document" USING btree ("keep_until");--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed', tg_table_name;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entry_unchanged" BEFORE UPDATE ON "audit_entry" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "stored_document_unchanged" BEFORE UPDATE ON "stored_document" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
