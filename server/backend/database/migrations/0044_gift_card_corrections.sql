ALTER TABLE "gift_card" DROP CONSTRAINT "gift_card_balance";--> statement-breakpoint
ALTER TABLE "gift_card_movement" DROP CONSTRAINT "gift_card_movement_amount";--> statement-breakpoint
ALTER TABLE "gift_card_movement" DROP CONSTRAINT "gift_card_movement_kind";--> statement-breakpoint
ALTER TABLE "gift_card_movement" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "gift_card_movement" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "gift_card_movement" ADD COLUMN "actor_id" text;--> statement-breakpoint
ALTER TABLE "gift_card" ADD CONSTRAINT "gift_card_balance" CHECK ("gift_card"."balance" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "gift_card_movement" ADD CONSTRAINT "gift_card_movement_kind" CHECK (("gift_card_movement"."kind" in ('held', 'taken', 'returned') and "gift_card_movement"."order_id" is not null and "gift_card_movement"."amount" > 0)
        or ("gift_card_movement"."kind" = 'corrected' and "gift_card_movement"."order_id" is null and "gift_card_movement"."amount" <> 0
          and "gift_card_movement"."reason" is not null and "gift_card_movement"."actor_id" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "gift_card" VALIDATE CONSTRAINT "gift_card_balance";--> statement-breakpoint
ALTER TABLE "gift_card_movement" VALIDATE CONSTRAINT "gift_card_movement_kind";
