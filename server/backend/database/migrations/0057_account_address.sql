CREATE TABLE "account_address" (
	"address_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"address_name" text NOT NULL,
	"name_key" text NOT NULL,
	"recipient" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_address_name" UNIQUE("account_id","name_key")
);
--> statement-breakpoint
ALTER TABLE "account_address" ADD CONSTRAINT "account_address_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;