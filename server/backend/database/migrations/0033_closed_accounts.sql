-- A backend of the release before knows neither table, and has to close accounts while it runs beside this one. What a customer saved goes
-- with the account; a sample that the laboratory has a number of is then nobody's, as one that a guest bought.
ALTER TABLE "feed_advice" DROP CONSTRAINT "feed_advice_account_id_account_account_id_fk";
--> statement-breakpoint
ALTER TABLE "feed_advice" ADD CONSTRAINT "feed_advice_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "feed_advice" VALIDATE CONSTRAINT "feed_advice_account_id_account_account_id_fk";--> statement-breakpoint
ALTER TABLE "roughage_sample" DROP CONSTRAINT "roughage_sample_account_id_account_account_id_fk";
--> statement-breakpoint
ALTER TABLE "roughage_sample" ADD CONSTRAINT "roughage_sample_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "roughage_sample" VALIDATE CONSTRAINT "roughage_sample_account_id_account_account_id_fk";