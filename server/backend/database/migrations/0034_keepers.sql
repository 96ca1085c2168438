CREATE TABLE "keeper" (
	"keeper_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"second_factor" "bytea" NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"enrolment_hash" text,
	"enrolment_ends_at" timestamp with time zone,
	"locale" text,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "keeper_log" (
	"keeper_log_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keeper_log_keeper_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"keeper_id" uuid,
	"operation" text NOT NULL,
	"noun" text NOT NULL,
	"noun_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"count" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keeper_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"keeper_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"notice" text
);
--> statement-breakpoint
ALTER TABLE "keeper_log" ADD CONSTRAINT "keeper_log_keeper_id_keeper_keeper_id_fk" FOREIGN KEY ("keeper_id") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keeper_session" ADD CONSTRAINT "keeper_session_keeper_id_keeper_keeper_id_fk" FOREIGN KEY ("keeper_id") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_name" ON "keeper" USING btree ("name") WHERE "keeper"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "keeper_log_at" ON "keeper_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "keeper_log_noun" ON "keeper_log" USING btree ("noun","noun_id");--> statement-breakpoint
CREATE INDEX "keeper_session_keeper" ON "keeper_session" USING btree ("keeper_id");--> statement-breakpoint
CREATE INDEX "keeper_session_ends" ON "keeper_session" USING btree ("ends_at");