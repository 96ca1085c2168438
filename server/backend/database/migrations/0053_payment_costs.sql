ALTER TABLE "order_credit_part" DROP CONSTRAINT "order_credit_part_kind";--> statement-breakpoint
ALTER TABLE "site_payment_method" ADD COLUMN "cost_incl_vat" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_credit_part" ADD CONSTRAINT "order_credit_part_kind" CHECK (("order_credit_part"."kind" = 'line' and "order_credit_part"."position" is not null and "order_credit_part"."quantity" > 0 and "order_credit_part"."amount" >= 0)
        or ("order_credit_part"."kind" in ('delivery', 'payment', 'goodwill') and "order_credit_part"."position" is null and "order_credit_part"."quantity" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "site_payment_method" ADD CONSTRAINT "site_payment_method_cost" CHECK ("site_payment_method"."cost_incl_vat" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_credit_part" VALIDATE CONSTRAINT "order_credit_part_kind";--> statement-breakpoint
ALTER TABLE "site_payment_method" VALIDATE CONSTRAINT "site_payment_method_cost";
