CREATE TABLE "account" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"email_address" text NOT NULL,
	"password_hash" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"mobile_phone_number" text DEFAULT '' NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"vat_number" text DEFAULT '' NOT NULL,
	"address" jsonb,
	"shipping" jsonb,
	"alternative_shipping_address" jsonb,
	"newsletter" boolean DEFAULT false NOT NULL,
	"offers" boolean DEFAULT false NOT NULL,
	"lab_results" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"activated_at" timestamp with time zone,
	CONSTRAINT "account_email_address" UNIQUE("site_id","email_address")
);--> statement-breakpoint
CREATE TABLE "account_request" (
	"account_request_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_request_account_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"subject" text NOT NULL,
	"callback_path" text NOT NULL,
	"registration" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_request_kind" CHECK ("account_request"."kind" in ('register', 'forgot', 'resend'))
);--> statement-breakpoint
CREATE TABLE "account_session" (
	"account_session_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"is_kept" boolean NOT NULL,
	"browser" text,
	"system" text,
	"network" text,
	CONSTRAINT "account_session_token_hash_unique" UNIQUE("token_hash")
);--> statement-breakpoint
CREATE TABLE "account_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email_address" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_token_kind" CHECK ("account_token"."kind" in ('confirm', 'reset', 'email-change', 'email-undo'))
);--> statement-breakpoint
CREATE TABLE "product_return" (
	"return_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"product_variant_id" integer NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"label_date" date,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_return_reason" CHECK ("product_return"."reason" in ('damaged', 'wrong', 'past-date', 'other'))
);--> statement-breakpoint
CREATE TABLE "return_photo" (
	"return_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	CONSTRAINT "return_photo_return_id_position_pk" PRIMARY KEY("return_id","position")
);--> statement-breakpoint
ALTER TABLE "cart" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "cart" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "cart" ADD COLUMN "confirm_path" text;--> statement-breakpoint
ALTER TABLE "customer_order" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_request" ADD CONSTRAINT "account_request_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_request" ADD CONSTRAINT "account_request_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_session" ADD CONSTRAINT "account_session_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_return" ADD CONSTRAINT "product_return_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_return" ADD CONSTRAINT "product_return_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_return" ADD CONSTRAINT "product_return_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photo" ADD CONSTRAINT "return_photo_return_id_product_return_return_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."product_return"("return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_unactivated" ON "account" USING btree ("created_at") WHERE "account"."activated_at" is null;--> statement-breakpoint
CREATE INDEX "account_request_created" ON "account_request" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "account_session_account" ON "account_session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_session_seen" ON "account_session" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "account_token_account" ON "account_token" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_token_end" ON "account_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "product_return_account" ON "product_return" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "product_return_order" ON "product_return" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "cart" VALIDATE CONSTRAINT "cart_account_id_account_account_id_fk";--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "customer_order" VALIDATE CONSTRAINT "customer_order_account_id_account_account_id_fk";--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "review" VALIDATE CONSTRAINT "review_account_id_account_account_id_fk";
