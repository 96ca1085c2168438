-- What is booked cannot be changed or deleted. A correction is a further row: a credit note, a refund, a movement. Only retention deletes
-- rows, in a transaction with the setting shop.retention (see deleteOrders).
CREATE FUNCTION "refuse_change_of_booking"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('shop.retention', true) = 'on' THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION 'Rows of % are final', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "invoice_is_final" BEFORE UPDATE OR DELETE ON "invoice" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_booking"();--> statement-breakpoint
CREATE TRIGGER "order_credit_is_final" BEFORE UPDATE OR DELETE ON "order_credit" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_booking"();--> statement-breakpoint
CREATE TRIGGER "order_credit_part_is_final" BEFORE UPDATE OR DELETE ON "order_credit_part" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_booking"();--> statement-breakpoint
CREATE TRIGGER "gift_card_movement_is_final" BEFORE UPDATE OR DELETE ON "gift_card_movement" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_booking"();--> statement-breakpoint
CREATE TRIGGER "payment_is_not_deleted" BEFORE DELETE ON "payment" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_booking"();--> statement-breakpoint
CREATE TRIGGER "payment_amount_is_final" BEFORE UPDATE ON "payment" FOR EACH ROW WHEN ((OLD."amount", OLD."order_id") IS DISTINCT FROM (NEW."amount", NEW."order_id")) EXECUTE FUNCTION "refuse_change_of_booking"();--> statement-breakpoint
CREATE TRIGGER "refund_is_not_deleted" BEFORE DELETE ON "refund" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_booking"();--> statement-breakpoint
CREATE TRIGGER "refund_amount_is_final" BEFORE UPDATE ON "refund" FOR EACH ROW WHEN ((OLD."amount", OLD."payment_id") IS DISTINCT FROM (NEW."amount", NEW."payment_id")) EXECUTE FUNCTION "refuse_change_of_booking"();
