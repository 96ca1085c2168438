CREATE TABLE "job" (
	"job_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"failure" text,
	"dead_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "job_due" ON "job" USING btree ("name","run_at") WHERE "job"."dead_at" is null;