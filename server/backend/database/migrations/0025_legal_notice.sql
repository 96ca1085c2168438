CREATE TABLE "legal_notice" (
	"file_name" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"content" text NOT NULL,
	"width" integer,
	"height" integer
);
