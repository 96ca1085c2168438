CREATE TABLE "order_note" (
	"order_note_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_note_order_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"keeper_id" uuid,
	"text" text NOT NULL,
	CONSTRAINT "order_note_text" CHECK (length("order_note"."text") > 0)
);
--> statement-breakpoint
CREATE TABLE "return_answer" (
	"return_answer_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "return_answer_return_answer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"return_id" uuid NOT NULL,
	"status" text NOT NULL,
	"text" text NOT NULL,
	"amount" integer,
	"replacement_order_id" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "return_answer_status" CHECK ("return_answer"."status" in ('answered', 'replaced', 'refunded', 'rejected')),
	CONSTRAINT "return_answer_amount" CHECK (coalesce("return_answer"."amount" > 0, false) = ("return_answer"."status" = 'refunded'))
);
--> statement-breakpoint
ALTER TABLE "customer_order" ALTER COLUMN "cart_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_keeper_id_keeper_keeper_id_fk" FOREIGN KEY ("keeper_id") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_answer" ADD CONSTRAINT "return_answer_return_id_product_return_return_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."product_return"("return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_answer" ADD CONSTRAINT "return_answer_replacement_order_id_customer_order_order_id_fk" FOREIGN KEY ("replacement_order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_note_order" ON "order_note" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "return_answer_return" ON "return_answer" USING btree ("return_id");--> statement-breakpoint
CREATE INDEX "return_answer_replacement" ON "return_answer" USING btree ("replacement_order_id");