ALTER TABLE "order_message" DROP CONSTRAINT "order_message_kind";--> statement-breakpoint
ALTER TABLE "order_message" ADD CONSTRAINT "order_message_kind" CHECK ("order_message"."kind" in ('received', 'unpaid', 'confirmed', 'sent', 'cancelled', 'refunded', 'gift-cards')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_message" VALIDATE CONSTRAINT "order_message_kind";
