CREATE TABLE "outbox_event" (
	"outbox_event_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_event_outbox_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"ordering_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"failure" text,
	"dead_at" timestamp with time zone,
	CONSTRAINT "outbox_event_kind" CHECK ("outbox_event"."kind" in ('mail', 'payment', 'stock', 'search', 'purge'))
);
--> statement-breakpoint
CREATE INDEX "outbox_event_due" ON "outbox_event" USING btree ("kind","next_attempt_at") WHERE "outbox_event"."done_at" is null and "outbox_event"."dead_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_event_order" ON "outbox_event" USING btree ("ordering_key","outbox_event_id") WHERE "outbox_event"."done_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_event_done" ON "outbox_event" USING btree ("done_at") WHERE "outbox_event"."done_at" is not null;