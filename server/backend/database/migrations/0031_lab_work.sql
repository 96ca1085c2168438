CREATE TABLE "sample_number_series" (
	"test_kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "sample_number_series_test_kind_year_pk" PRIMARY KEY("test_kind","year"),
	CONSTRAINT "sample_number_series_kind" CHECK ("sample_number_series"."test_kind" in ('rqs', 'qs'))
);
--> statement-breakpoint
ALTER TABLE "lab_result" ADD COLUMN "told_at" timestamp with time zone;