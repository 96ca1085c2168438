-- The whole schema: tables as `npm run migrations` writes them from the modules' tables.ts, then the view, the functions and the
-- triggers, which are written by hand. Foreign keys of a site to its pages and menus are deferred, since they refer to each other.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"audit_entry_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entry_audit_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"act" text NOT NULL,
	"noun" text NOT NULL,
	"noun_id" text,
	"details" jsonb NOT NULL,
	CONSTRAINT "audit_entry_actor_kind" CHECK ("audit_entry"."actor_kind" in ('keeper', 'account', 'shop'))
);
--> statement-breakpoint
CREATE TABLE "shop_import" (
	"shop_import_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_import_shop_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"content_hash" text NOT NULL,
	"program_hash" text,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_record" (
	"file" text NOT NULL,
	"list" text NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"value" jsonb,
	"imported_at" timestamp with time zone,
	"imported_hash" text,
	"edited_at" timestamp with time zone,
	"edited_by" text,
	CONSTRAINT "shop_record_file_list_key_pk" PRIMARY KEY("file","list","key")
);
--> statement-breakpoint
CREATE TABLE "idempotent_answer" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"call" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"job_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"failure" text,
	"dead_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "keeper" (
	"keeper_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"second_factor" "bytea" NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"enrolment_hash" text,
	"enrolment_ends_at" timestamp with time zone,
	"locale" text,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "keeper_log" (
	"keeper_log_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keeper_log_keeper_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"keeper_id" uuid,
	"operation" text NOT NULL,
	"noun" text NOT NULL,
	"noun_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"count" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keeper_request" (
	"keeper_request_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keeper_request_keeper_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation" text NOT NULL,
	"fields" jsonb NOT NULL,
	"amount" integer NOT NULL,
	"page" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"refusal" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "keeper_request_state" CHECK ("keeper_request"."state" in ('pending', 'confirmed', 'declined', 'refused')),
	CONSTRAINT "keeper_request_decided" CHECK (("keeper_request"."state" = 'pending') = ("keeper_request"."decided_at" is null)),
	CONSTRAINT "keeper_request_second_person" CHECK ("keeper_request"."state" not in ('confirmed', 'refused') or ("keeper_request"."decided_by" is not null and "keeper_request"."decided_by" <> "keeper_request"."asked_by"))
);
--> statement-breakpoint
CREATE TABLE "keeper_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"keeper_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"notice" text
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"acts" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_attachment" (
	"outbox_mail_id" bigint NOT NULL,
	"stored_document_id" bigint NOT NULL,
	CONSTRAINT "mail_attachment_outbox_mail_id_stored_document_id_pk" PRIMARY KEY("outbox_mail_id","stored_document_id")
);
--> statement-breakpoint
CREATE TABLE "outbox_mail" (
	"outbox_mail_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_mail_outbox_mail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"unsubscribe_url" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "stored_document" (
	"stored_document_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stored_document_stored_document_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"media_type" text NOT NULL,
	"file_name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"keep_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"newsletter_consent" jsonb,
	"lab_results" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"activated_at" timestamp with time zone,
	CONSTRAINT "account_email_address" UNIQUE("site_id","email_address")
);
--> statement-breakpoint
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
);
--> statement-breakpoint
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
	"browser_id" uuid,
	"handover_hash" text,
	"handover_at" timestamp with time zone,
	CONSTRAINT "account_session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "account_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email_address" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_token_kind" CHECK ("account_token"."kind" in ('confirm', 'reset', 'email-change', 'email-undo'))
);
--> statement-breakpoint
CREATE TABLE "cart" (
	"cart_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_cart_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"created" timestamp with time zone NOT NULL,
	"last_modified" timestamp with time zone NOT NULL,
	"store_id" text,
	"client_ip" text,
	"billing" jsonb,
	"shipping" jsonb,
	"alternative_shipping_address" jsonb,
	"draft" jsonb,
	"newsletter_subscribe" boolean DEFAULT false NOT NULL,
	"payment_method_id" integer,
	"issuer" text,
	"mail_campaign_id" text,
	"discount_code" text,
	"dealer_id" integer,
	"parcel_shop_id" text,
	"parcel_shop_zipcode_or_city" text,
	"ordered_at" timestamp with time zone,
	"account_id" uuid,
	"password_hash" text,
	"confirm_path" text
);
--> statement-breakpoint
CREATE TABLE "cart_access" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"cart_id" bigint NOT NULL,
	"impersonated_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cart_handover" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"cart_id" bigint NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cart_impersonation" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"cart_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cart_product" (
	"cart_id" bigint NOT NULL,
	"product_variant_id" integer NOT NULL,
	"count" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "cart_product_cart_id_product_variant_id_pk" PRIMARY KEY("cart_id","product_variant_id"),
	CONSTRAINT "cart_product_count" CHECK ("cart_product"."count" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "cart_sample" (
	"cart_id" bigint NOT NULL,
	"product_variant_id" integer NOT NULL,
	"sequence" integer NOT NULL,
	"sample_name" text,
	CONSTRAINT "cart_sample_cart_id_product_variant_id_sequence_pk" PRIMARY KEY("cart_id","product_variant_id","sequence"),
	CONSTRAINT "cart_sample_name" CHECK (length("cart_sample"."sample_name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "mail_campaign_visit" (
	"site_id" integer NOT NULL,
	"mail_campaign_id" text NOT NULL,
	"day" date NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "mail_campaign_visit_site_id_mail_campaign_id_day_pk" PRIMARY KEY("site_id","mail_campaign_id","day")
);
--> statement-breakpoint
CREATE TABLE "category" (
	"category_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"parent_id" integer,
	"position" integer NOT NULL,
	"scene" text NOT NULL,
	CONSTRAINT "category_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "category_translation" (
	"category_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	"intro" text NOT NULL,
	"meta_description" text NOT NULL,
	"slug" text NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "category_translation_category_id_language_id_pk" PRIMARY KEY("category_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "site_category" (
	"site_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "site_category_site_id_category_id_pk" PRIMARY KEY("site_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "content_page" (
	"content_page_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"published_on" date,
	"author" text,
	"scene" text NOT NULL,
	"list_sort" text,
	CONSTRAINT "content_page_key_unique" UNIQUE("key"),
	CONSTRAINT "content_page_kind_known" CHECK ("content_page"."kind" in ('page', 'advice', 'blog', 'news', 'faq', 'partner', 'landing', 'adviceCategory', 'adviceVideo', 'blogOverview', 'blogCategory'))
);
--> statement-breakpoint
CREATE TABLE "content_page_caption" (
	"content_page_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"captions" jsonb NOT NULL,
	CONSTRAINT "content_page_caption_content_page_id_language_id_pk" PRIMARY KEY("content_page_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "content_page_category" (
	"content_page_id" integer PRIMARY KEY NOT NULL,
	"category_page_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_page_clip" (
	"content_page_id" integer PRIMARY KEY NOT NULL,
	"clip" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_page_product" (
	"content_page_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "content_page_product_content_page_id_product_id_pk" PRIMARY KEY("content_page_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "content_page_relation" (
	"content_page_id" integer NOT NULL,
	"related_content_page_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "content_page_relation_content_page_id_related_content_page_id_pk" PRIMARY KEY("content_page_id","related_content_page_id")
);
--> statement-breakpoint
CREATE TABLE "content_page_scope" (
	"content_page_id" integer NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "content_page_scope_content_page_id_facet_value_pk" PRIMARY KEY("content_page_id","facet","value")
);
--> statement-breakpoint
CREATE TABLE "content_page_translation" (
	"content_page_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	"meta_description" text NOT NULL,
	"summary" text,
	"blocks" jsonb NOT NULL,
	"slug" text NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_page_translation_content_page_id_language_id_pk" PRIMARY KEY("content_page_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "site_content_page" (
	"site_id" integer NOT NULL,
	"content_page_id" integer NOT NULL,
	CONSTRAINT "site_content_page_site_id_content_page_id_pk" PRIMARY KEY("site_id","content_page_id")
);
--> statement-breakpoint
CREATE TABLE "country" (
	"country_id" integer PRIMARY KEY NOT NULL,
	"region_code" text NOT NULL,
	"name" text NOT NULL,
	"currency_code" text NOT NULL,
	"is_eu_member" boolean NOT NULL,
	"rules" jsonb NOT NULL,
	"delivery_time_days" text,
	"vat" jsonb,
	CONSTRAINT "country_region_code_unique" UNIQUE("region_code")
);
--> statement-breakpoint
CREATE TABLE "country_translation" (
	"country_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "country_translation_country_id_language_id_pk" PRIMARY KEY("country_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "feed_advice" (
	"advice_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"horse_name" text NOT NULL,
	"horse_type" text NOT NULL,
	"weight_kg" integer,
	"work_level" text NOT NULL,
	"roughage_type" text NOT NULL,
	"sample_id" uuid,
	"typed_values" jsonb,
	"product_variant_id" integer NOT NULL,
	"figures" jsonb NOT NULL,
	"refusal" text,
	"previous_grams_per_day" integer,
	"is_read" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feed_advice_type" CHECK ("feed_advice"."horse_type" in ('pony', 'sober', 'horse', 'hotblood')),
	CONSTRAINT "feed_advice_work" CHECK ("feed_advice"."work_level" in ('none', 'light', 'average', 'heavy')),
	CONSTRAINT "feed_advice_roughage" CHECK ("feed_advice"."roughage_type" in ('hay', 'silage', 'grass')),
	CONSTRAINT "feed_advice_source" CHECK ("feed_advice"."sample_id" is null or "feed_advice"."typed_values" is null)
);
--> statement-breakpoint
CREATE TABLE "feed_model" (
	"feed_model_id" integer PRIMARY KEY NOT NULL,
	"model" jsonb NOT NULL,
	CONSTRAINT "feed_model_one" CHECK ("feed_model"."feed_model_id" = 1)
);
--> statement-breakpoint
CREATE TABLE "footer" (
	"footer_id" integer PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "footer_column" (
	"footer_id" integer NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "footer_column_footer_id_key_pk" PRIMARY KEY("footer_id","key")
);
--> statement-breakpoint
CREATE TABLE "footer_column_translation" (
	"footer_id" integer NOT NULL,
	"key" text NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "footer_column_translation_footer_id_language_id_key_pk" PRIMARY KEY("footer_id","language_id","key")
);
--> statement-breakpoint
CREATE TABLE "footer_link" (
	"footer_id" integer NOT NULL,
	"column_key" text NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"category_id" integer,
	"content_page_id" integer,
	"path" text,
	CONSTRAINT "footer_link_footer_id_key_pk" PRIMARY KEY("footer_id","key"),
	CONSTRAINT "footer_link_target" CHECK (num_nonnulls("footer_link"."category_id", "footer_link"."content_page_id", "footer_link"."path") = 1)
);
--> statement-breakpoint
CREATE TABLE "footer_link_translation" (
	"footer_id" integer NOT NULL,
	"key" text NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "footer_link_translation_footer_id_language_id_key_pk" PRIMARY KEY("footer_id","language_id","key")
);
--> statement-breakpoint
CREATE TABLE "cart_gift_card" (
	"cart_id" bigint PRIMARY KEY NOT NULL,
	"gift_card_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gift_card" (
	"gift_card_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gift_card_gift_card_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number_hash" text NOT NULL,
	"pin_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"initial_amount" integer NOT NULL,
	"balance" integer NOT NULL,
	"order_id" uuid,
	"order_sequence" integer,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "gift_card_number_hash_unique" UNIQUE("number_hash"),
	CONSTRAINT "gift_card_order" UNIQUE("order_id","order_sequence"),
	CONSTRAINT "gift_card_balance" CHECK ("gift_card"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "gift_card_movement" (
	"gift_card_id" bigint NOT NULL,
	"order_id" uuid,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text,
	"actor_id" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_movement_kind" CHECK (("gift_card_movement"."kind" in ('held', 'taken', 'refunded', 'returned') and "gift_card_movement"."order_id" is not null and "gift_card_movement"."amount" > 0)
        or ("gift_card_movement"."kind" = 'corrected' and "gift_card_movement"."order_id" is null and "gift_card_movement"."amount" <> 0
          and "gift_card_movement"."reason" is not null and "gift_card_movement"."actor_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "lab_reference" (
	"lab_reference_id" integer PRIMARY KEY NOT NULL,
	"reference" jsonb NOT NULL,
	CONSTRAINT "lab_reference_one" CHECK ("lab_reference"."lab_reference_id" = 1)
);
--> statement-breakpoint
CREATE TABLE "lab_result" (
	"sample_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"result_date" date NOT NULL,
	"rqs" jsonb,
	"qs" jsonb,
	"imported_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "lab_result_sample_id_version_pk" PRIMARY KEY("sample_id","version"),
	CONSTRAINT "lab_result_kind" CHECK (("lab_result"."rqs" is null) <> ("lab_result"."qs" is null))
);
--> statement-breakpoint
CREATE TABLE "lab_shelf" (
	"test_kind" text NOT NULL,
	"parameter" text NOT NULL,
	"verdict" text NOT NULL,
	"category_id" integer,
	"query" text NOT NULL,
	"article_id" integer,
	CONSTRAINT "lab_shelf_test_kind_parameter_verdict_pk" PRIMARY KEY("test_kind","parameter","verdict"),
	CONSTRAINT "lab_shelf_kind" CHECK ("lab_shelf"."test_kind" in ('rqs', 'qs'))
);
--> statement-breakpoint
CREATE TABLE "roughage_sample" (
	"sample_id" uuid PRIMARY KEY NOT NULL,
	"sample_number" text NOT NULL,
	"test_kind" text NOT NULL,
	"key_version" integer DEFAULT 0 NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"account_id" uuid,
	"order_id" uuid,
	"line_position" integer,
	"sequence" integer,
	"sample_name" text NOT NULL,
	"state" text NOT NULL,
	"roughage_type" text,
	"sent_at" timestamp with time zone,
	"receipt_date" date,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	CONSTRAINT "roughage_sample_sample_number_unique" UNIQUE("sample_number"),
	CONSTRAINT "roughage_sample_piece" UNIQUE("order_id","line_position","sequence"),
	CONSTRAINT "roughage_sample_kind" CHECK ("roughage_sample"."test_kind" in ('rqs', 'qs')),
	CONSTRAINT "roughage_sample_state" CHECK ("roughage_sample"."state" in ('ordered', 'sent', 'received', 'result')),
	CONSTRAINT "roughage_sample_type" CHECK ("roughage_sample"."roughage_type" in ('hay', 'silage'))
);
--> statement-breakpoint
CREATE TABLE "sample_number_series" (
	"test_kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "sample_number_series_test_kind_year_pk" PRIMARY KEY("test_kind","year"),
	CONSTRAINT "sample_number_series_kind" CHECK ("sample_number_series"."test_kind" in ('rqs', 'qs'))
);
--> statement-breakpoint
CREATE TABLE "language" (
	"language_id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"culture" text NOT NULL,
	"localized_name" text NOT NULL,
	"aliases" jsonb NOT NULL,
	CONSTRAINT "language_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "legal_notice" (
	"file_name" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"content" text NOT NULL,
	"width" integer,
	"height" integer
);
--> statement-breakpoint
CREATE TABLE "legal_profile" (
	"site_id" integer PRIMARY KEY NOT NULL,
	"withdrawal_days" integer NOT NULL,
	"retention_years" integer NOT NULL,
	"review_page_id" integer NOT NULL,
	"invoice" jsonb NOT NULL,
	"manufacturer" jsonb,
	CONSTRAINT "legal_profile_withdrawal_days" CHECK ("legal_profile"."withdrawal_days" between 14 and 365),
	CONSTRAINT "legal_profile_retention_years" CHECK ("legal_profile"."retention_years" between 1 and 30)
);
--> statement-breakpoint
CREATE TABLE "legal_profile_translation" (
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"order_button" text NOT NULL,
	"withdrawal_button" text NOT NULL,
	"withdrawal_confirmation" text NOT NULL,
	"guarantee_notice" text,
	"safety" text,
	CONSTRAINT "legal_profile_translation_site_id_language_id_pk" PRIMARY KEY("site_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "legal_vat_country" (
	"site_id" integer NOT NULL,
	"country_id" integer NOT NULL,
	CONSTRAINT "legal_vat_country_site_id_country_id_pk" PRIMARY KEY("site_id","country_id")
);
--> statement-breakpoint
CREATE TABLE "letter" (
	"letter_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_letter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"last_subscriber_id" bigint DEFAULT 0 NOT NULL,
	"end_subscriber_id" bigint DEFAULT 0 NOT NULL,
	"written_count" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"test_address" text,
	CONSTRAINT "letter_kind" CHECK ("letter"."kind" in ('newsletter', 'offers')),
	CONSTRAINT "letter_status" CHECK ("letter"."status" in ('draft', 'sending', 'paused', 'sent', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "letter_recipient" (
	"letter_id" integer NOT NULL,
	"address_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "letter_recipient_letter_id_address_hash_pk" PRIMARY KEY("letter_id","address_hash")
);
--> statement-breakpoint
CREATE TABLE "letter_site" (
	"letter_id" integer NOT NULL,
	"site_id" integer NOT NULL,
	CONSTRAINT "letter_site_letter_id_site_id_pk" PRIMARY KEY("letter_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "letter_text" (
	"letter_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"subject" text NOT NULL,
	"markdown" text NOT NULL,
	CONSTRAINT "letter_text_letter_id_language_id_pk" PRIMARY KEY("letter_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "navigation" (
	"navigation_id" integer PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "navigation_item" (
	"navigation_id" integer NOT NULL,
	"key" text NOT NULL,
	"parent_key" text,
	"position" integer NOT NULL,
	"category_id" integer,
	"content_page_id" integer,
	"path" text,
	"scene" text,
	CONSTRAINT "navigation_item_navigation_id_key_pk" PRIMARY KEY("navigation_id","key"),
	CONSTRAINT "navigation_item_target" CHECK (num_nonnulls("navigation_item"."category_id", "navigation_item"."content_page_id", "navigation_item"."path") = 1)
);
--> statement-breakpoint
CREATE TABLE "navigation_item_translation" (
	"navigation_id" integer NOT NULL,
	"key" text NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "navigation_item_translation_navigation_id_language_id_key_pk" PRIMARY KEY("navigation_id","language_id","key")
);
--> statement-breakpoint
CREATE TABLE "newsletter_consent" (
	"consent_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_consent_consent_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"email_address" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"words" text NOT NULL,
	"network" text,
	"created_at" timestamp with time zone NOT NULL,
	"confirm_token_hash" text,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "newsletter_consent_confirm_token_hash_unique" UNIQUE("confirm_token_hash"),
	CONSTRAINT "newsletter_consent_kind" CHECK ("newsletter_consent"."kind" in ('newsletter', 'offers')),
	CONSTRAINT "newsletter_consent_source" CHECK ("newsletter_consent"."source" in ('footer', 'checkout', 'registration', 'account'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriber" (
	"subscriber_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_subscriber_subscriber_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"email_address" text NOT NULL,
	"newsletter" boolean NOT NULL,
	"offers" boolean NOT NULL,
	"unsubscribe_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "newsletter_subscriber_unsubscribe_key_unique" UNIQUE("unsubscribe_key"),
	CONSTRAINT "newsletter_subscriber_address" UNIQUE("site_id","email_address"),
	CONSTRAINT "newsletter_subscriber_wants_any" CHECK ("newsletter_subscriber"."newsletter" or "newsletter_subscriber"."offers")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"notification_id" integer PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_translation" (
	"notification_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "notification_translation_notification_id_language_id_pk" PRIMARY KEY("notification_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "customer_order" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"token_hash" text NOT NULL,
	"cart_id" bigint,
	"billing" jsonb NOT NULL,
	"delivery" jsonb NOT NULL,
	"dealer_id" integer,
	"parcel_shop_id" text,
	"newsletter_subscribe" boolean NOT NULL,
	"mail_campaign_id" text,
	"store_id" text,
	"sub_total_amount" integer NOT NULL,
	"order_discounts" jsonb NOT NULL,
	"original_shipping_costs" integer NOT NULL,
	"shipping_discounts" jsonb NOT NULL,
	"shipping_costs" integer NOT NULL,
	"shipping_costs_excl_vat" integer NOT NULL,
	"payment_costs" integer NOT NULL,
	"total_amount" integer NOT NULL,
	"total_amount_excl_vat" integer NOT NULL,
	"vat_amounts" jsonb NOT NULL,
	"discount_code" text,
	"gift_card_amount" integer NOT NULL,
	"payment_method_id" integer,
	"issuer" text,
	"payment_due_at" timestamp with time zone,
	"unpaid_network" text,
	"cancel_reason" text,
	"tracking_url" text,
	"received_on" date,
	"had_late_payment" boolean DEFAULT false NOT NULL,
	"account_id" uuid,
	CONSTRAINT "customer_order_cart_id_unique" UNIQUE("cart_id"),
	CONSTRAINT "customer_order_number" UNIQUE("site_id","order_number"),
	CONSTRAINT "customer_order_status" CHECK ("customer_order"."status" in ('created', 'open', 'paid', 'processing', 'sent', 'closed', 'cancelled')),
	CONSTRAINT "customer_order_cancel_reason" CHECK ("customer_order"."cancel_reason" in ('customer', 'shop', 'unpaid')),
	CONSTRAINT "customer_order_amounts" CHECK ("customer_order"."total_amount" >= 0 and "customer_order"."gift_card_amount" between 0 and "customer_order"."total_amount" and "customer_order"."shipping_costs" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoice" (
	"invoice_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_invoice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"total_amount" integer NOT NULL,
	"order_credit_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"stored_document_id" bigint NOT NULL,
	CONSTRAINT "invoice_number" UNIQUE("site_id","number"),
	CONSTRAINT "invoice_kind" CHECK ("invoice"."kind" in ('invoice', 'credit-note'))
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"site_id" integer NOT NULL,
	"year" integer NOT NULL,
	"kind" text NOT NULL,
	"last" integer NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "number_series_site_id_year_kind_pk" PRIMARY KEY("site_id","year","kind"),
	CONSTRAINT "number_series_kind" CHECK ("number_series"."kind" in ('order', 'invoice', 'credit-note'))
);
--> statement-breakpoint
CREATE TABLE "order_credit" (
	"order_credit_id" uuid PRIMARY KEY NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_credit_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"gift_card_amount" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_credit_reason" CHECK ("order_credit"."reason" in ('cancelled', 'refund', 'return', 'withdrawal')),
	CONSTRAINT "order_credit_gift_card" CHECK ("order_credit"."gift_card_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_credit_part" (
	"order_credit_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"position" integer,
	"quantity" integer,
	"amount" integer NOT NULL,
	"vat_rate_percentage" numeric(5, 2) NOT NULL,
	CONSTRAINT "order_credit_part_order_credit_id_sequence_pk" PRIMARY KEY("order_credit_id","sequence"),
	CONSTRAINT "order_credit_part_kind" CHECK (("order_credit_part"."kind" = 'line' and "order_credit_part"."position" is not null and "order_credit_part"."quantity" > 0 and "order_credit_part"."amount" >= 0)
        or ("order_credit_part"."kind" in ('delivery', 'payment', 'goodwill') and "order_credit_part"."position" is null and "order_credit_part"."quantity" is null))
);
--> statement-breakpoint
CREATE TABLE "order_line" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" integer NOT NULL,
	"product_variant_id" integer NOT NULL,
	"product_type" integer NOT NULL,
	"is_gift" boolean NOT NULL,
	"is_voucher" boolean NOT NULL,
	"goes_as_parcel" boolean NOT NULL,
	"quantity" integer NOT NULL,
	"description" text NOT NULL,
	"product_label" text NOT NULL,
	"original_amount" integer NOT NULL,
	"total_amount" integer NOT NULL,
	"product_discounts" jsonb NOT NULL,
	"paid_amount" integer NOT NULL,
	"vat_type" text NOT NULL,
	"vat_rate_percentage" numeric(5, 2) NOT NULL,
	"vat_amount" integer NOT NULL,
	"stock_amount" integer NOT NULL,
	CONSTRAINT "order_line_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_line_quantity" CHECK ("order_line"."quantity" > 0 and "order_line"."stock_amount" between 0 and "order_line"."quantity"),
	CONSTRAINT "order_line_vat_type" CHECK ("order_line"."vat_type" in ('high', 'low', 'none')),
	CONSTRAINT "order_line_product_type" CHECK ("order_line"."product_type" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "order_message" (
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_message_order_id_kind_subject_pk" PRIMARY KEY("order_id","kind","subject"),
	CONSTRAINT "order_message_kind" CHECK ("order_message"."kind" in ('received', 'unpaid', 'confirmed', 'sent', 'cancelled', 'refunded', 'gift-cards'))
);
--> statement-breakpoint
CREATE TABLE "order_note" (
	"order_note_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_note_order_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"keeper_id" uuid,
	"text" text NOT NULL,
	CONSTRAINT "order_note_text" CHECK (length("order_note"."text") > 0)
);
--> statement-breakpoint
CREATE TABLE "order_promotion" (
	"order_id" uuid NOT NULL,
	"promotion_id" integer NOT NULL,
	CONSTRAINT "order_promotion_order_id_promotion_id_pk" PRIMARY KEY("order_id","promotion_id")
);
--> statement-breakpoint
CREATE TABLE "order_sample" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sequence" integer NOT NULL,
	"sample_name" text NOT NULL,
	CONSTRAINT "order_sample_order_id_position_sequence_pk" PRIMARY KEY("order_id","position","sequence")
);
--> statement-breakpoint
CREATE TABLE "order_status_change" (
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_status_change_order_id_status_pk" PRIMARY KEY("order_id","status"),
	CONSTRAINT "order_status_change_status" CHECK ("order_status_change"."status" in ('created', 'open', 'paid', 'processing', 'sent', 'closed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "stock_movement" (
	"order_id" uuid NOT NULL,
	"product_variant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"pieces" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_movement_order_id_product_variant_id_kind_pk" PRIMARY KEY("order_id","product_variant_id","kind"),
	CONSTRAINT "stock_movement_kind" CHECK ("stock_movement"."kind" in ('taken', 'returned')),
	CONSTRAINT "stock_movement_pieces" CHECK ("stock_movement"."pieces" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"provider_configuration_id" text NOT NULL,
	"provider_payment_id" text,
	"payment_method_id" integer NOT NULL,
	"issuer" text,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"refunded_amount" integer DEFAULT 0 NOT NULL,
	"charged_back_amount" integer DEFAULT 0 NOT NULL,
	"secures_order" boolean DEFAULT false NOT NULL,
	"payment_url" text,
	"transfer_account_holder" text,
	"transfer_iban" text,
	"transfer_entity" text,
	"transfer_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_of_provider" UNIQUE("provider_configuration_id","provider_payment_id"),
	CONSTRAINT "payment_status" CHECK ("payment"."status" in ('pending', 'authorized', 'paid', 'failed', 'expired', 'cancelled')),
	CONSTRAINT "payment_amount" CHECK ("payment"."amount" > 0 and "payment"."refunded_amount" between 0 and "payment"."amount")
);
--> statement-breakpoint
CREATE TABLE "payment_difference" (
	"payment_difference_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_difference_payment_difference_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"provider_object_id" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"order_id" uuid,
	"order_number" text,
	"refund_id" uuid,
	"amount" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"close_reason" text,
	CONSTRAINT "payment_difference_once" UNIQUE("kind","provider_object_id"),
	CONSTRAINT "payment_difference_kind" CHECK ("payment_difference"."kind" in ('unknown-order', 'payment-mismatch', 'refund-failed', 'refund-unclear')),
	CONSTRAINT "payment_difference_closed" CHECK (("payment_difference"."closed_at" is null) = ("payment_difference"."close_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_credit_id" uuid,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"provider_refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refund_reason" CHECK ("refund"."reason" in ('cancelled', 'late', 'shop', 'provider')),
	CONSTRAINT "refund_status" CHECK ("refund"."status" in ('pending', 'done', 'failed')),
	CONSTRAINT "refund_amount" CHECK ("refund"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "test_bank_payment" (
	"test_bank_payment_id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "test_bank_payment_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reference" text NOT NULL,
	"method_key" text NOT NULL,
	"issuer" text,
	"status" text NOT NULL,
	"redirect_url" text NOT NULL,
	"webhook_url" text NOT NULL,
	"refunds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "test_bank_payment_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "test_bank_payment_status" CHECK ("test_bank_payment"."status" in ('pending', 'authorized', 'paid', 'failed', 'expired', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "picture" (
	"hash" text PRIMARY KEY NOT NULL,
	"options" jsonb NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"photo" "bytea"
);
--> statement-breakpoint
CREATE TABLE "text_picture" (
	"key" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"original" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alts" jsonb NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dealer" (
	"dealer_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country_id" integer NOT NULL,
	"zipcode" text NOT NULL,
	"normalised_zipcode" text NOT NULL,
	"normalised_city" text NOT NULL,
	"street" text NOT NULL,
	"street_number" text NOT NULL,
	"street_number_addition" text,
	"city" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"opening_hours" jsonb NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"phone_number" text,
	"email_address" text,
	"website" text,
	"is_pickup_point" boolean NOT NULL,
	"has_full_range" boolean NOT NULL,
	"offers_sample_drop_off" boolean NOT NULL,
	CONSTRAINT "dealer_coordinates" CHECK ("dealer"."latitude" between -90 and 90 and "dealer"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE TABLE "parcel_shop" (
	"parcel_shop_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country_id" integer NOT NULL,
	"zipcode" text NOT NULL,
	"normalised_zipcode" text NOT NULL,
	"normalised_city" text NOT NULL,
	"street" text NOT NULL,
	"street_number" text NOT NULL,
	"street_number_addition" text,
	"city" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"opening_hours" jsonb NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"max_parcel_weight_grams" integer NOT NULL,
	CONSTRAINT "parcel_shop_coordinates" CHECK ("parcel_shop"."latitude" between -90 and 90 and "parcel_shop"."longitude" between -180 and 180),
	CONSTRAINT "parcel_shop_max_parcel_weight" CHECK ("parcel_shop"."max_parcel_weight_grams" > 0)
);
--> statement-breakpoint
CREATE TABLE "preview_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"path" text NOT NULL,
	"shown_at" timestamp with time zone NOT NULL,
	"keeper_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "price" (
	"price_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_price_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"product_variant_id" integer NOT NULL,
	"amount_excl_vat" integer NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"is_keepers" boolean DEFAULT false NOT NULL,
	CONSTRAINT "price_moment" UNIQUE("site_id","product_variant_id","valid_from"),
	CONSTRAINT "price_amount" CHECK ("price"."amount_excl_vat" >= 0)
);
--> statement-breakpoint
CREATE TABLE "category_product" (
	"category_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "category_product_category_id_product_id_pk" PRIMARY KEY("category_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "product" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"product_type" integer NOT NULL,
	"kind" text NOT NULL,
	"category_id" integer NOT NULL,
	"colour_way" text NOT NULL,
	"vat_class" text NOT NULL,
	"feed_type" text,
	"composition" jsonb NOT NULL,
	"analytical" jsonb,
	"additives" jsonb NOT NULL,
	"feed_advice" jsonb NOT NULL,
	"shelf_life_months" integer,
	"shelf_life_after_opening_months" integer,
	"is_new" boolean NOT NULL,
	"is_silo" boolean NOT NULL,
	"position" integer NOT NULL,
	"feed_picture_hash" text,
	CONSTRAINT "product_key_unique" UNIQUE("key"),
	CONSTRAINT "product_type_known" CHECK ("product"."product_type" between 1 and 5),
	CONSTRAINT "product_feed_type" CHECK ("product"."feed_type" in ('complementaryFeed', 'mineralFeed', 'feedMaterial'))
);
--> statement-breakpoint
CREATE TABLE "product_facet" (
	"product_id" integer NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_facet_product_id_facet_value_pk" PRIMARY KEY("product_id","facet","value")
);
--> statement-breakpoint
CREATE TABLE "product_relation" (
	"product_id" integer NOT NULL,
	"related_product_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_relation_product_id_related_product_id_pk" PRIMARY KEY("product_id","related_product_id")
);
--> statement-breakpoint
CREATE TABLE "product_translation" (
	"product_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	"claim" text NOT NULL,
	"body" text NOT NULL,
	"benefits" jsonb NOT NULL,
	"directions" text NOT NULL,
	"slug" text NOT NULL,
	"name_rank" integer NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_translation_product_id_language_id_pk" PRIMARY KEY("product_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "product_variant" (
	"product_variant_id" integer PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"article_number" text NOT NULL,
	"ean" text NOT NULL,
	"packaging" text NOT NULL,
	"content_value" double precision NOT NULL,
	"content_unit" text NOT NULL,
	"net_weight_grams" integer,
	"gross_weight_grams" integer NOT NULL,
	"dimensions_cm" jsonb,
	"colour" text,
	"pallet_quantity" integer,
	"delivery_time_days" text,
	"is_default" boolean NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_variant_article_number_unique" UNIQUE("article_number"),
	CONSTRAINT "product_variant_ean_unique" UNIQUE("ean"),
	CONSTRAINT "product_variant_packaging" CHECK ("product_variant"."packaging" in ('bag', 'bucket', 'bottle', 'canister', 'box', 'piece', 'kit', 'digital')),
	CONSTRAINT "product_variant_unit" CHECK ("product_variant"."content_unit" in ('kg', 'g', 'l', 'ml', 'piece'))
);
--> statement-breakpoint
CREATE TABLE "site_product" (
	"site_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "site_product_site_id_product_id_pk" PRIMARY KEY("site_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "variant_picture" (
	"product_variant_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"brand" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "variant_picture_product_variant_id_language_id_brand_pk" PRIMARY KEY("product_variant_id","language_id","brand")
);
--> statement-breakpoint
CREATE TABLE "promotion" (
	"promotion_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promotion_promotion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"promotion_key" text NOT NULL,
	"kind" text NOT NULL,
	"percentage" numeric(5, 2),
	"amount" integer,
	"free_product_variant_id" integer,
	"free_quantity" integer,
	"for_every" integer,
	"code" text,
	"normalised_code" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"minimum_amount" integer,
	"usage_limit" integer,
	"usage_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_promotion_key_unique" UNIQUE("promotion_key"),
	CONSTRAINT "promotion_kind" CHECK ("promotion"."kind" in ('percentage', 'amount', 'freeShipping', 'freeProduct')),
	CONSTRAINT "promotion_gives" CHECK (("promotion"."kind" = 'percentage') = ("promotion"."percentage" is not null) and ("promotion"."kind" = 'amount') = ("promotion"."amount" is not null)
        and ("promotion"."kind" = 'freeProduct') = ("promotion"."free_product_variant_id" is not null)
        and ("promotion"."free_product_variant_id" is null) = ("promotion"."free_quantity" is null)
        and ("promotion"."for_every" is null or "promotion"."kind" = 'freeProduct')),
	CONSTRAINT "promotion_percentage" CHECK ("promotion"."percentage" between 0 and 100),
	CONSTRAINT "promotion_amount" CHECK ("promotion"."amount" > 0),
	CONSTRAINT "promotion_free_quantity" CHECK ("promotion"."free_quantity" > 0),
	CONSTRAINT "promotion_for_every" CHECK ("promotion"."for_every" > 0),
	CONSTRAINT "promotion_code_compared" CHECK (("promotion"."code" is null) = ("promotion"."normalised_code" is null)),
	CONSTRAINT "promotion_period" CHECK ("promotion"."ends_at" >= "promotion"."starts_at"),
	CONSTRAINT "promotion_minimum" CHECK ("promotion"."minimum_amount" > 0),
	CONSTRAINT "promotion_usage" CHECK ("promotion"."usage_limit" > 0 and "promotion"."usage_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "promotion_category" (
	"promotion_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "promotion_category_promotion_id_category_id_pk" PRIMARY KEY("promotion_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "promotion_product" (
	"promotion_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "promotion_product_promotion_id_product_id_pk" PRIMARY KEY("promotion_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "promotion_site" (
	"promotion_id" integer NOT NULL,
	"site_id" integer NOT NULL,
	CONSTRAINT "promotion_site_promotion_id_site_id_pk" PRIMARY KEY("promotion_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "promotion_translation" (
	"promotion_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"description" text NOT NULL,
	"promotion_text" text NOT NULL,
	CONSTRAINT "promotion_translation_promotion_id_language_id_pk" PRIMARY KEY("promotion_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "product_return" (
	"return_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"product_variant_id" integer NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"label_date" date,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_return_quantity" CHECK ("product_return"."quantity" > 0),
	CONSTRAINT "product_return_reason" CHECK ("product_return"."reason" in ('damaged', 'wrong', 'past-date', 'other'))
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
CREATE TABLE "return_photo" (
	"return_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	CONSTRAINT "return_photo_return_id_position_pk" PRIMARY KEY("return_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_rating" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"rating_count" integer NOT NULL,
	"rating_sum" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review" (
	"review_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_review_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"import_key" text,
	"product_id" integer NOT NULL,
	"site_id" integer,
	"language_id" integer NOT NULL,
	"rating" integer NOT NULL,
	"author_name" text NOT NULL,
	"author_email_address" text,
	"is_verified_purchase" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"rejection_reason" text,
	"confirm_token_hash" text,
	"content_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"account_id" uuid,
	CONSTRAINT "review_import_key_unique" UNIQUE("import_key"),
	CONSTRAINT "review_confirm_token_hash_unique" UNIQUE("confirm_token_hash"),
	CONSTRAINT "review_status_known" CHECK ("review"."status" in ('unconfirmed', 'waiting', 'published', 'rejected')),
	CONSTRAINT "review_rating" CHECK ("review"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "review_translation" (
	"review_id" bigint NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	"opinion" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "review_translation_review_id_language_id_pk" PRIMARY KEY("review_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "route" (
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"path" text NOT NULL,
	"kind" text NOT NULL,
	"content_page_id" integer,
	"category_id" integer,
	"product_variant_id" integer,
	"omit_article_code" boolean DEFAULT false NOT NULL,
	"is_canonical" boolean NOT NULL,
	"redirect_to" text,
	"is_permanent" boolean DEFAULT true NOT NULL,
	CONSTRAINT "route_site_id_language_id_path_pk" PRIMARY KEY("site_id","language_id","path"),
	CONSTRAINT "route_kind_known" CHECK ("route"."kind" in ('contentPage', 'productSearch', 'productDetail', 'faq', 'adviceArticle', 'blogArticle', 'newsItem', 'partner', 'redirect', 'adviceCategory', 'adviceVideo', 'blogOverview', 'blogCategory')),
	CONSTRAINT "route_redirect" CHECK (("route"."kind" = 'redirect') = ("route"."redirect_to" is not null)),
	CONSTRAINT "route_canonical" CHECK ("route"."is_canonical" = ("route"."kind" <> 'redirect')),
	CONSTRAINT "route_target" CHECK (num_nonnulls("route"."content_page_id", "route"."category_id", "route"."product_variant_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "facet_value" (
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"bit" integer NOT NULL,
	CONSTRAINT "facet_value_facet_value_pk" PRIMARY KEY("facet","value"),
	CONSTRAINT "facet_value_bit" UNIQUE("facet","bit"),
	CONSTRAINT "facet_value_range" CHECK ("facet_value"."bit" between 0 and 62)
);
--> statement-breakpoint
CREATE TABLE "product_listing" (
	"site_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone,
	"product_variant_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"position" integer NOT NULL,
	"amount_incl_vat" integer NOT NULL,
	"amount_per_kg" double precision,
	"starch_sugar" double precision,
	"is_sale" boolean NOT NULL,
	"is_new" boolean NOT NULL,
	"rating" double precision,
	"horse_types" bigint NOT NULL,
	"age_groups" bigint NOT NULL,
	"applications" bigint NOT NULL,
	"ingredient_flags" bigint NOT NULL,
	"labour" bigint NOT NULL,
	"packaging" bigint NOT NULL,
	"weight_class" bigint NOT NULL,
	CONSTRAINT "product_listing_site_id_product_id_valid_from_pk" PRIMARY KEY("site_id","product_id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "product_listing_change" (
	"change_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_listing_change_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"site_id" integer NOT NULL,
	"product_id" integer,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_listing_version" (
	"site_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_popularity" (
	"site_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"pieces" integer NOT NULL,
	CONSTRAINT "product_popularity_site_id_product_id_pk" PRIMARY KEY("site_id","product_id"),
	CONSTRAINT "product_popularity_pieces" CHECK ("product_popularity"."pieces" > 0)
);
--> statement-breakpoint
CREATE TABLE "search_meaning" (
	"group_key" text NOT NULL,
	"role" text NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "search_meaning_group_key_role_facet_value_pk" PRIMARY KEY("group_key","role","facet","value"),
	CONSTRAINT "search_meaning_role" CHECK ("search_meaning"."role" in ('finds', 'prefers', 'without', 'weak', 'popular'))
);
--> statement-breakpoint
CREATE TABLE "search_synonym" (
	"language_id" integer NOT NULL,
	"group_key" text NOT NULL,
	"term" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_synonym_language_id_group_key_term_pk" PRIMARY KEY("language_id","group_key","term")
);
--> statement-breakpoint
CREATE TABLE "silo_quotation" (
	"silo_quotation_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "silo_quotation_silo_quotation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"product_id" integer,
	"name" text NOT NULL,
	"email_address" text NOT NULL,
	"phone_number" text NOT NULL,
	"zipcode" text NOT NULL,
	"city" text NOT NULL,
	"horses" integer NOT NULL,
	"kilograms" integer NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_method" (
	"payment_method_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"needs_issuer" boolean NOT NULL,
	"needs_card" boolean NOT NULL,
	"needs_gift_card" boolean NOT NULL,
	CONSTRAINT "payment_method_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "site" (
	"site_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" integer NOT NULL,
	"brand" text NOT NULL,
	"country_id" integer NOT NULL,
	"domain" text NOT NULL,
	"fallback_language_id" integer NOT NULL,
	"root_content_page_id" integer NOT NULL,
	"not_found_content_page_id" integer NOT NULL,
	"internal_error_content_page_id" integer NOT NULL,
	"customer_service_content_page_id" integer NOT NULL,
	"checkout_success_page_id" integer NOT NULL,
	"checkout_success_rqs_page_id" integer NOT NULL,
	"checkout_failed_page_id" integer NOT NULL,
	"rqs_content_page_id" integer,
	"currency_conversion_disclaimer_page_id" integer,
	"become_dealer_page_id" integer,
	"primary_navigation_id" integer NOT NULL,
	"footer_id" integer NOT NULL,
	"header_usp_collection_id" integer NOT NULL,
	"cart_usp_collection_id" integer NOT NULL,
	"notification_id" integer NOT NULL,
	"social_media" jsonb NOT NULL,
	"customer_service_phone" text NOT NULL,
	"customer_service_email_address" text NOT NULL,
	"opening_hours" jsonb NOT NULL,
	"currency" text NOT NULL,
	"payment_provider_configuration_id" text,
	"bot_check_site_key" text,
	"gtm_container_id" text,
	"maps_key" text,
	"client_api_endpoint" text NOT NULL,
	"auto_redirect_if_not_in_same_country" boolean NOT NULL,
	"enable_rqs" boolean NOT NULL,
	"enable_stock_reminder_feature" boolean NOT NULL,
	"vat_percentage_high" numeric(10, 4) NOT NULL,
	"vat_percentage_low" numeric(10, 4) NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "site_key_unique" UNIQUE("key"),
	CONSTRAINT "site_type_known" CHECK ("site"."type" in (0, 1, 2)),
	CONSTRAINT "site_brand_known" CHECK ("site"."brand" in ('Havero', 'Hafero')),
	CONSTRAINT "site_vat_rates" CHECK ("site"."vat_percentage_high" between 0 and 100 and "site"."vat_percentage_low" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "site_delivery_country" (
	"site_id" integer NOT NULL,
	"country_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "site_delivery_country_site_id_country_id_pk" PRIMARY KEY("site_id","country_id")
);
--> statement-breakpoint
CREATE TABLE "site_language" (
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"domain" text NOT NULL,
	"localized_name" text NOT NULL,
	"position" integer NOT NULL,
	"customer_service_title" text,
	"customer_service_text_bottom" text,
	"dealer_page_title" text,
	CONSTRAINT "site_language_site_id_language_id_pk" PRIMARY KEY("site_id","language_id"),
	CONSTRAINT "site_language_domain_unique" UNIQUE("domain")
);
--> statement-breakpoint
CREATE TABLE "site_payment_method" (
	"site_id" integer NOT NULL,
	"payment_method_id" integer NOT NULL,
	"position" integer NOT NULL,
	"cost_incl_vat" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "site_payment_method_site_id_payment_method_id_pk" PRIMARY KEY("site_id","payment_method_id"),
	CONSTRAINT "site_payment_method_cost" CHECK ("site_payment_method"."cost_incl_vat" >= 0)
);
--> statement-breakpoint
CREATE TABLE "site_setting" (
	"site_id" integer PRIMARY KEY NOT NULL,
	"currency_code" text NOT NULL,
	"indicative_rate_per_eur" numeric(10, 4) NOT NULL,
	"currency_conversion_disclaimer" boolean NOT NULL,
	"unit_price_bases" jsonb NOT NULL,
	"free_shipping_from_incl_vat" integer,
	"silo" jsonb NOT NULL,
	"legal_entity" jsonb NOT NULL,
	"vat_type_by_class" jsonb NOT NULL,
	CONSTRAINT "site_setting_currency" CHECK ("site_setting"."currency_code" in ('EUR', 'DKK', 'SEK')),
	CONSTRAINT "site_setting_rate" CHECK ("site_setting"."indicative_rate_per_eur" > 0)
);
--> statement-breakpoint
CREATE TABLE "site_shipping_method" (
	"site_id" integer NOT NULL,
	"shipping_method" integer NOT NULL,
	"price_incl_vat" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "site_shipping_method_site_id_shipping_method_pk" PRIMARY KEY("site_id","shipping_method"),
	CONSTRAINT "site_shipping_method_known" CHECK ("site_shipping_method"."shipping_method" in (0, 1)),
	CONSTRAINT "site_shipping_method_price" CHECK ("site_shipping_method"."price_incl_vat" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"product_variant_id" integer PRIMARY KEY NOT NULL,
	"amount" integer,
	"imported_amount" integer,
	CONSTRAINT "stock_amount" CHECK ("stock"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_correction" (
	"stock_correction_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_correction_stock_correction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_variant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"before" integer,
	"after" integer,
	"moved" integer NOT NULL,
	"reason" text,
	"actor_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_correction_kind" CHECK ("stock_correction"."kind" in ('opening', 'set', 'count', 'deliver', 'import', 'forgotten')),
	CONSTRAINT "stock_correction_amounts" CHECK ("stock_correction"."before" >= 0 and "stock_correction"."after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_reminder" (
	"stock_reminder_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_reminder_stock_reminder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"product_variant_id" integer NOT NULL,
	"email_address" text NOT NULL,
	"confirm_token_hash" text NOT NULL,
	"unsubscribe_token_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"notified_at" timestamp with time zone,
	CONSTRAINT "stock_reminder_confirm_token_hash_unique" UNIQUE("confirm_token_hash"),
	CONSTRAINT "stock_reminder_unsubscribe_token_hash_unique" UNIQUE("unsubscribe_token_hash")
);
--> statement-breakpoint
CREATE TABLE "text_version" (
	"text_version_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "text_version_text_version_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file" text NOT NULL,
	"list" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"state" text NOT NULL,
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"fault" text,
	"back_to" bigint,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	CONSTRAINT "text_version_kind_known" CHECK ("text_version"."kind" in ('page', 'article', 'category', 'product', 'landing', 'menu', 'footer', 'promises', 'notice', 'desk', 'groupPage', 'groupPromises', 'groupNotice', 'entries')),
	CONSTRAINT "text_version_state_known" CHECK ("text_version"."state" in ('draft', 'planned', 'published', 'withdrawn', 'refused')),
	CONSTRAINT "text_version_planned_at" CHECK ("text_version"."state" <> 'planned' or "text_version"."publish_at" is not null),
	CONSTRAINT "text_version_published_at" CHECK (("text_version"."state" = 'published') = ("text_version"."published_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "usp_collection" (
	"collection_id" integer PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usp_text" (
	"collection_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "usp_text_collection_id_language_id_position_pk" PRIMARY KEY("collection_id","language_id","position")
);
--> statement-breakpoint
CREATE TABLE "site_vacancy" (
	"site_id" integer NOT NULL,
	"vacancy_id" integer NOT NULL,
	CONSTRAINT "site_vacancy_site_id_vacancy_id_pk" PRIMARY KEY("site_id","vacancy_id")
);
--> statement-breakpoint
CREATE TABLE "vacancy" (
	"vacancy_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vacancy_vacancy_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"country_id" integer NOT NULL,
	"place" text NOT NULL,
	"hours_from" integer NOT NULL,
	"hours_to" integer NOT NULL,
	"published_on" date NOT NULL,
	"open_until" date,
	CONSTRAINT "vacancy_key_unique" UNIQUE("key"),
	CONSTRAINT "vacancy_hours" CHECK ("vacancy"."hours_from" between 1 and "vacancy"."hours_to" and "vacancy"."hours_to" <= 48),
	CONSTRAINT "vacancy_period" CHECK ("vacancy"."open_until" >= "vacancy"."published_on")
);
--> statement-breakpoint
CREATE TABLE "vacancy_translation" (
	"vacancy_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"title" text NOT NULL,
	"markdown" text NOT NULL,
	CONSTRAINT "vacancy_translation_vacancy_id_language_id_pk" PRIMARY KEY("vacancy_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "withdrawal" (
	"withdrawal_id" uuid PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	"contract" text NOT NULL,
	"email_address" text NOT NULL,
	"lines" text,
	"received_at" timestamp with time zone NOT NULL,
	"order_id" uuid,
	"receipt_token_hash" text NOT NULL,
	"receipt_document_id" bigint NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "term_translation" (
	"vocabulary" text NOT NULL,
	"key" text NOT NULL,
	"language_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "term_translation_language_id_vocabulary_key_pk" PRIMARY KEY("language_id","vocabulary","key")
);
--> statement-breakpoint
CREATE TABLE "outbox_event" (
	"outbox_event_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_event_outbox_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"ordering_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"failure" text,
	"dead_at" timestamp with time zone,
	CONSTRAINT "outbox_event_kind" CHECK ("outbox_event"."kind" in ('mail', 'payment', 'stock', 'search', 'purge'))
);
--> statement-breakpoint
ALTER TABLE "keeper_log" ADD CONSTRAINT "keeper_log_keeper_id_keeper_keeper_id_fk" FOREIGN KEY ("keeper_id") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keeper_request" ADD CONSTRAINT "keeper_request_asked_by_keeper_keeper_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keeper_request" ADD CONSTRAINT "keeper_request_decided_by_keeper_keeper_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keeper_session" ADD CONSTRAINT "keeper_session_keeper_id_keeper_keeper_id_fk" FOREIGN KEY ("keeper_id") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_attachment" ADD CONSTRAINT "mail_attachment_outbox_mail_id_outbox_mail_outbox_mail_id_fk" FOREIGN KEY ("outbox_mail_id") REFERENCES "public"."outbox_mail"("outbox_mail_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_attachment" ADD CONSTRAINT "mail_attachment_stored_document_id_stored_document_stored_document_id_fk" FOREIGN KEY ("stored_document_id") REFERENCES "public"."stored_document"("stored_document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD CONSTRAINT "outbox_mail_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD CONSTRAINT "outbox_mail_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_address" ADD CONSTRAINT "account_address_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_request" ADD CONSTRAINT "account_request_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_request" ADD CONSTRAINT "account_request_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_session" ADD CONSTRAINT "account_session_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_payment_method_id_payment_method_payment_method_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_method"("payment_method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_access" ADD CONSTRAINT "cart_access_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_handover" ADD CONSTRAINT "cart_handover_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_handover" ADD CONSTRAINT "cart_handover_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_handover" ADD CONSTRAINT "cart_handover_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_impersonation" ADD CONSTRAINT "cart_impersonation_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_product" ADD CONSTRAINT "cart_product_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_product" ADD CONSTRAINT "cart_product_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_sample" ADD CONSTRAINT "cart_sample_line" FOREIGN KEY ("cart_id","product_variant_id") REFERENCES "public"."cart_product"("cart_id","product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_campaign_visit" ADD CONSTRAINT "mail_campaign_visit_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category" ADD CONSTRAINT "category_parent_id_category_category_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_translation" ADD CONSTRAINT "category_translation_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_translation" ADD CONSTRAINT "category_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_category" ADD CONSTRAINT "site_category_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_category" ADD CONSTRAINT "site_category_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_caption" ADD CONSTRAINT "content_page_caption_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_caption" ADD CONSTRAINT "content_page_caption_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_category" ADD CONSTRAINT "content_page_category_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_category" ADD CONSTRAINT "content_page_category_category_page_id_content_page_content_page_id_fk" FOREIGN KEY ("category_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_clip" ADD CONSTRAINT "content_page_clip_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_product" ADD CONSTRAINT "content_page_product_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_product" ADD CONSTRAINT "content_page_product_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_relation" ADD CONSTRAINT "content_page_relation_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_relation" ADD CONSTRAINT "content_page_relation_related_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("related_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_scope" ADD CONSTRAINT "content_page_scope_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_translation" ADD CONSTRAINT "content_page_translation_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_translation" ADD CONSTRAINT "content_page_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_content_page" ADD CONSTRAINT "site_content_page_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_content_page" ADD CONSTRAINT "site_content_page_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_translation" ADD CONSTRAINT "country_translation_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_translation" ADD CONSTRAINT "country_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_advice" ADD CONSTRAINT "feed_advice_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_advice" ADD CONSTRAINT "feed_advice_sample_id_roughage_sample_sample_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."roughage_sample"("sample_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_advice" ADD CONSTRAINT "feed_advice_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer" ADD CONSTRAINT "footer_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_column" ADD CONSTRAINT "footer_column_footer_id_footer_footer_id_fk" FOREIGN KEY ("footer_id") REFERENCES "public"."footer"("footer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_column_translation" ADD CONSTRAINT "footer_column_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_column_translation" ADD CONSTRAINT "footer_column_translation_footer_id_key_footer_column_footer_id_key_fk" FOREIGN KEY ("footer_id","key") REFERENCES "public"."footer_column"("footer_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_link" ADD CONSTRAINT "footer_link_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_link" ADD CONSTRAINT "footer_link_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_link" ADD CONSTRAINT "footer_link_footer_id_column_key_footer_column_footer_id_key_fk" FOREIGN KEY ("footer_id","column_key") REFERENCES "public"."footer_column"("footer_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_link_translation" ADD CONSTRAINT "footer_link_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footer_link_translation" ADD CONSTRAINT "footer_link_translation_footer_id_key_footer_link_footer_id_key_fk" FOREIGN KEY ("footer_id","key") REFERENCES "public"."footer_link"("footer_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_gift_card" ADD CONSTRAINT "cart_gift_card_cart_id_cart_cart_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."cart"("cart_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_gift_card" ADD CONSTRAINT "cart_gift_card_gift_card_id_gift_card_gift_card_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_card"("gift_card_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card" ADD CONSTRAINT "gift_card_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card_movement" ADD CONSTRAINT "gift_card_movement_gift_card_id_gift_card_gift_card_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_card"("gift_card_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card_movement" ADD CONSTRAINT "gift_card_movement_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_result" ADD CONSTRAINT "lab_result_sample_id_roughage_sample_sample_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."roughage_sample"("sample_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_shelf" ADD CONSTRAINT "lab_shelf_article_id_content_page_content_page_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roughage_sample" ADD CONSTRAINT "roughage_sample_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roughage_sample" ADD CONSTRAINT "roughage_sample_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roughage_sample" ADD CONSTRAINT "roughage_sample_order" FOREIGN KEY ("order_id","line_position","sequence") REFERENCES "public"."order_sample"("order_id","position","sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_profile" ADD CONSTRAINT "legal_profile_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_profile" ADD CONSTRAINT "legal_profile_review_page_id_content_page_content_page_id_fk" FOREIGN KEY ("review_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_profile_translation" ADD CONSTRAINT "legal_profile_translation_site_id_legal_profile_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."legal_profile"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_profile_translation" ADD CONSTRAINT "legal_profile_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_vat_country" ADD CONSTRAINT "legal_vat_country_site_id_legal_profile_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."legal_profile"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_vat_country" ADD CONSTRAINT "legal_vat_country_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_recipient" ADD CONSTRAINT "letter_recipient_letter_id_letter_letter_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letter"("letter_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_site" ADD CONSTRAINT "letter_site_letter_id_letter_letter_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letter"("letter_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_site" ADD CONSTRAINT "letter_site_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_text" ADD CONSTRAINT "letter_text_letter_id_letter_letter_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letter"("letter_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_text" ADD CONSTRAINT "letter_text_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation" ADD CONSTRAINT "navigation_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item" ADD CONSTRAINT "navigation_item_navigation_id_navigation_navigation_id_fk" FOREIGN KEY ("navigation_id") REFERENCES "public"."navigation"("navigation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item" ADD CONSTRAINT "navigation_item_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item" ADD CONSTRAINT "navigation_item_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item_translation" ADD CONSTRAINT "navigation_item_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_item_translation" ADD CONSTRAINT "navigation_item_translation_navigation_id_key_navigation_item_navigation_id_key_fk" FOREIGN KEY ("navigation_id","key") REFERENCES "public"."navigation_item"("navigation_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_consent" ADD CONSTRAINT "newsletter_consent_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_consent" ADD CONSTRAINT "newsletter_consent_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD CONSTRAINT "newsletter_subscriber_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD CONSTRAINT "newsletter_subscriber_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_translation" ADD CONSTRAINT "notification_translation_notification_id_notification_notification_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notification"("notification_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_translation" ADD CONSTRAINT "notification_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_payment_method_id_payment_method_payment_method_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_method"("payment_method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_credit_id_order_credit_order_credit_id_fk" FOREIGN KEY ("order_credit_id") REFERENCES "public"."order_credit"("order_credit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_stored_document_id_stored_document_stored_document_id_fk" FOREIGN KEY ("stored_document_id") REFERENCES "public"."stored_document"("stored_document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_series" ADD CONSTRAINT "number_series_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_credit" ADD CONSTRAINT "order_credit_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_credit_part" ADD CONSTRAINT "order_credit_part_credit" FOREIGN KEY ("order_credit_id") REFERENCES "public"."order_credit"("order_credit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_message" ADD CONSTRAINT "order_message_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_keeper_id_keeper_keeper_id_fk" FOREIGN KEY ("keeper_id") REFERENCES "public"."keeper"("keeper_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_promotion" ADD CONSTRAINT "order_promotion_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_promotion" ADD CONSTRAINT "order_promotion_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sample" ADD CONSTRAINT "order_sample_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sample" ADD CONSTRAINT "order_sample_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_line"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_change" ADD CONSTRAINT "order_status_change_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payment_method_id_payment_method_payment_method_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_method"("payment_method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_difference" ADD CONSTRAINT "payment_difference_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_difference" ADD CONSTRAINT "payment_difference_refund_id_refund_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("refund_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_order_credit_id_order_credit_order_credit_id_fk" FOREIGN KEY ("order_credit_id") REFERENCES "public"."order_credit"("order_credit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dealer" ADD CONSTRAINT "dealer_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_shop" ADD CONSTRAINT "parcel_shop_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_link" ADD CONSTRAINT "preview_link_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_link" ADD CONSTRAINT "preview_link_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price" ADD CONSTRAINT "price_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price" ADD CONSTRAINT "price_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_product" ADD CONSTRAINT "category_product_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_product" ADD CONSTRAINT "category_product_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_feed_picture_hash_picture_hash_fk" FOREIGN KEY ("feed_picture_hash") REFERENCES "public"."picture"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_facet" ADD CONSTRAINT "product_facet_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relation" ADD CONSTRAINT "product_relation_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relation" ADD CONSTRAINT "product_relation_related_product_id_product_product_id_fk" FOREIGN KEY ("related_product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_translation" ADD CONSTRAINT "product_translation_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_translation" ADD CONSTRAINT "product_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variant" ADD CONSTRAINT "product_variant_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_product" ADD CONSTRAINT "site_product_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_product" ADD CONSTRAINT "site_product_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_picture" ADD CONSTRAINT "variant_picture_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_picture" ADD CONSTRAINT "variant_picture_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_picture" ADD CONSTRAINT "variant_picture_hash_picture_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."picture"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_free_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("free_product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_category" ADD CONSTRAINT "promotion_category_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_category" ADD CONSTRAINT "promotion_category_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_product" ADD CONSTRAINT "promotion_product_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_product" ADD CONSTRAINT "promotion_product_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_site" ADD CONSTRAINT "promotion_site_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_site" ADD CONSTRAINT "promotion_site_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_translation" ADD CONSTRAINT "promotion_translation_promotion_id_promotion_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("promotion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_translation" ADD CONSTRAINT "promotion_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_return" ADD CONSTRAINT "product_return_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_return" ADD CONSTRAINT "product_return_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_return" ADD CONSTRAINT "product_return_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_answer" ADD CONSTRAINT "return_answer_return_id_product_return_return_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."product_return"("return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_answer" ADD CONSTRAINT "return_answer_replacement_order_id_customer_order_order_id_fk" FOREIGN KEY ("replacement_order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photo" ADD CONSTRAINT "return_photo_return_id_product_return_return_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."product_return"("return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_rating" ADD CONSTRAINT "product_rating_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_translation" ADD CONSTRAINT "review_translation_review_id_review_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("review_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_translation" ADD CONSTRAINT "review_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route" ADD CONSTRAINT "route_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route" ADD CONSTRAINT "route_category_id_category_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route" ADD CONSTRAINT "route_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route" ADD CONSTRAINT "route_site_id_language_id_site_language_site_id_language_id_fk" FOREIGN KEY ("site_id","language_id") REFERENCES "public"."site_language"("site_id","language_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_listing" ADD CONSTRAINT "product_listing_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_listing" ADD CONSTRAINT "product_listing_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_listing_version" ADD CONSTRAINT "product_listing_version_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_popularity" ADD CONSTRAINT "product_popularity_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_popularity" ADD CONSTRAINT "product_popularity_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_synonym" ADD CONSTRAINT "search_synonym_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD CONSTRAINT "silo_quotation_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD CONSTRAINT "silo_quotation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silo_quotation" ADD CONSTRAINT "silo_quotation_product_id_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_fallback_language_id_language_language_id_fk" FOREIGN KEY ("fallback_language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_root_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("root_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_not_found_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("not_found_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_internal_error_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("internal_error_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_customer_service_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("customer_service_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_checkout_success_page_id_content_page_content_page_id_fk" FOREIGN KEY ("checkout_success_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_checkout_success_rqs_page_id_content_page_content_page_id_fk" FOREIGN KEY ("checkout_success_rqs_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_checkout_failed_page_id_content_page_content_page_id_fk" FOREIGN KEY ("checkout_failed_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_rqs_content_page_id_content_page_content_page_id_fk" FOREIGN KEY ("rqs_content_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_currency_conversion_disclaimer_page_id_content_page_content_page_id_fk" FOREIGN KEY ("currency_conversion_disclaimer_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_become_dealer_page_id_content_page_content_page_id_fk" FOREIGN KEY ("become_dealer_page_id") REFERENCES "public"."content_page"("content_page_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_primary_navigation_id_navigation_navigation_id_fk" FOREIGN KEY ("primary_navigation_id") REFERENCES "public"."navigation"("navigation_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_footer_id_footer_footer_id_fk" FOREIGN KEY ("footer_id") REFERENCES "public"."footer"("footer_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_header_usp_collection_id_usp_collection_collection_id_fk" FOREIGN KEY ("header_usp_collection_id") REFERENCES "public"."usp_collection"("collection_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_cart_usp_collection_id_usp_collection_collection_id_fk" FOREIGN KEY ("cart_usp_collection_id") REFERENCES "public"."usp_collection"("collection_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_notification_id_notification_notification_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notification"("notification_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "site_delivery_country" ADD CONSTRAINT "site_delivery_country_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_delivery_country" ADD CONSTRAINT "site_delivery_country_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_language" ADD CONSTRAINT "site_language_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_language" ADD CONSTRAINT "site_language_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_payment_method" ADD CONSTRAINT "site_payment_method_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_payment_method" ADD CONSTRAINT "site_payment_method_payment_method_id_payment_method_payment_method_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_method"("payment_method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_setting" ADD CONSTRAINT "site_setting_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_shipping_method" ADD CONSTRAINT "site_shipping_method_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_correction" ADD CONSTRAINT "stock_correction_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reminder" ADD CONSTRAINT "stock_reminder_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reminder" ADD CONSTRAINT "stock_reminder_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reminder" ADD CONSTRAINT "stock_reminder_product_variant_id_product_variant_product_variant_id_fk" FOREIGN KEY ("product_variant_id") REFERENCES "public"."product_variant"("product_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usp_collection" ADD CONSTRAINT "usp_collection_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usp_text" ADD CONSTRAINT "usp_text_collection_id_usp_collection_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."usp_collection"("collection_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usp_text" ADD CONSTRAINT "usp_text_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_vacancy" ADD CONSTRAINT "site_vacancy_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_vacancy" ADD CONSTRAINT "site_vacancy_vacancy_id_vacancy_vacancy_id_fk" FOREIGN KEY ("vacancy_id") REFERENCES "public"."vacancy"("vacancy_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy" ADD CONSTRAINT "vacancy_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_translation" ADD CONSTRAINT "vacancy_translation_vacancy_id_vacancy_vacancy_id_fk" FOREIGN KEY ("vacancy_id") REFERENCES "public"."vacancy"("vacancy_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_translation" ADD CONSTRAINT "vacancy_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_site_id_site_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_order_id_customer_order_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_receipt_document_id_stored_document_stored_document_id_fk" FOREIGN KEY ("receipt_document_id") REFERENCES "public"."stored_document"("stored_document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_translation" ADD CONSTRAINT "term_translation_language_id_language_language_id_fk" FOREIGN KEY ("language_id") REFERENCES "public"."language"("language_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entry_noun" ON "audit_entry" USING btree ("noun","noun_id");--> statement-breakpoint
CREATE INDEX "shop_record_edited" ON "shop_record" USING btree ("file","list","key") WHERE "shop_record"."edited_at" is not null;--> statement-breakpoint
CREATE INDEX "idempotent_answer_age" ON "idempotent_answer" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "job_due" ON "job" USING btree ("name","run_at") WHERE "job"."dead_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "keeper_name" ON "keeper" USING btree ("name") WHERE "keeper"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "keeper_log_at" ON "keeper_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "keeper_log_noun" ON "keeper_log" USING btree ("noun","noun_id");--> statement-breakpoint
CREATE INDEX "keeper_request_asked" ON "keeper_request" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "keeper_session_keeper" ON "keeper_session" USING btree ("keeper_id");--> statement-breakpoint
CREATE INDEX "keeper_session_ends" ON "keeper_session" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "rate_limit_end" ON "rate_limit" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "mail_attachment_document" ON "mail_attachment" USING btree ("stored_document_id");--> statement-breakpoint
CREATE INDEX "outbox_mail_recipient" ON "outbox_mail" USING btree (lower("recipient"),"created_at");--> statement-breakpoint
CREATE INDEX "outbox_mail_sent" ON "outbox_mail" USING btree ("sent_at") WHERE "outbox_mail"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mail_unsent" ON "outbox_mail" USING btree ("created_at") WHERE "outbox_mail"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "stored_document_end" ON "stored_document" USING btree ("keep_until");--> statement-breakpoint
CREATE INDEX "account_unactivated" ON "account" USING btree ("created_at") WHERE "account"."activated_at" is null;--> statement-breakpoint
CREATE INDEX "account_request_created" ON "account_request" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "account_session_account" ON "account_session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_session_seen" ON "account_session" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "account_token_account" ON "account_token" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_token_end" ON "account_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "cart_last_modified" ON "cart" USING btree ("last_modified");--> statement-breakpoint
CREATE INDEX "cart_account" ON "cart" USING btree ("account_id") WHERE "cart"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "cart_access_cart" ON "cart_access" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "cart_handover_cart" ON "cart_handover" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "cart_impersonation_cart" ON "cart_impersonation" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "category_parent" ON "category" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "content_page_kind" ON "content_page" USING btree ("kind","published_on");--> statement-breakpoint
CREATE INDEX "content_page_category_page" ON "content_page_category" USING btree ("category_page_id");--> statement-breakpoint
CREATE INDEX "feed_advice_account" ON "feed_advice" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "feed_advice_sample" ON "feed_advice" USING btree ("sample_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_card_movement_once" ON "gift_card_movement" USING btree ("order_id","gift_card_id","kind") WHERE "gift_card_movement"."kind" <> 'refunded';--> statement-breakpoint
CREATE INDEX "gift_card_movement_card" ON "gift_card_movement" USING btree ("gift_card_id");--> statement-breakpoint
CREATE INDEX "roughage_sample_account" ON "roughage_sample" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "roughage_sample_created" ON "roughage_sample" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "letter_sending" ON "letter" USING btree ("started_at") WHERE "letter"."status" = 'sending';--> statement-breakpoint
CREATE INDEX "letter_recipient_created" ON "letter_recipient" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "newsletter_consent_address" ON "newsletter_consent" USING btree ("site_id","email_address");--> statement-breakpoint
CREATE INDEX "newsletter_consent_unconfirmed" ON "newsletter_consent" USING btree ("created_at") WHERE "newsletter_consent"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "newsletter_consent_ended" ON "newsletter_consent" USING btree ("ended_at") WHERE "newsletter_consent"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "customer_order_account" ON "customer_order" USING btree ("account_id","created_at") WHERE "customer_order"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "customer_order_due" ON "customer_order" USING btree ("payment_due_at") WHERE "customer_order"."payment_due_at" is not null;--> statement-breakpoint
CREATE INDEX "customer_order_created" ON "customer_order" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customer_order_address" ON "customer_order" USING btree ("site_id",("billing" ->> 'emailAddress'));--> statement-breakpoint
CREATE INDEX "customer_order_sent" ON "customer_order" USING btree ("created_at") WHERE "customer_order"."status" = 'sent';--> statement-breakpoint
CREATE INDEX "invoice_order" ON "invoice" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_once" ON "invoice" USING btree ("order_id") WHERE "invoice"."kind" = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_order_credit" ON "invoice" USING btree ("order_credit_id") WHERE "invoice"."order_credit_id" is not null;--> statement-breakpoint
CREATE INDEX "order_credit_order" ON "order_credit" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_line_variant" ON "order_line" USING btree ("product_variant_id");--> statement-breakpoint
CREATE INDEX "order_note_order" ON "order_note" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "stock_movement_variant" ON "stock_movement" USING btree ("product_variant_id");--> statement-breakpoint
CREATE INDEX "payment_order" ON "payment" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_secures_order" ON "payment" USING btree ("order_id") WHERE "payment"."secures_order";--> statement-breakpoint
CREATE INDEX "payment_difference_order" ON "payment_difference" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_difference_open" ON "payment_difference" USING btree ("payment_difference_id") WHERE "payment_difference"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "text_picture_hash" ON "text_picture" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "dealer_country" ON "dealer" USING btree ("country_id");--> statement-breakpoint
CREATE INDEX "parcel_shop_country" ON "parcel_shop" USING btree ("country_id");--> statement-breakpoint
CREATE INDEX "preview_link_created" ON "preview_link" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "category_product_product" ON "category_product" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "product_category" ON "product" USING btree ("category_id","position");--> statement-breakpoint
CREATE INDEX "product_facet_value" ON "product_facet" USING btree ("facet","value","product_id");--> statement-breakpoint
CREATE INDEX "product_variant_product" ON "product_variant" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_variant_article" ON "product_variant" USING btree (upper("article_number") text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "product_variant_default" ON "product_variant" USING btree ("product_id") WHERE "product_variant"."is_default";--> statement-breakpoint
CREATE INDEX "promotion_code" ON "promotion" USING btree ("normalised_code");--> statement-breakpoint
CREATE INDEX "product_return_account" ON "product_return" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "product_return_order" ON "product_return" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "return_answer_return" ON "return_answer" USING btree ("return_id");--> statement-breakpoint
CREATE INDEX "return_answer_replacement" ON "return_answer" USING btree ("replacement_order_id");--> statement-breakpoint
CREATE INDEX "review_product" ON "review" USING btree ("product_id","status","published_at");--> statement-breakpoint
CREATE INDEX "review_account" ON "review" USING btree ("account_id") WHERE "review"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "review_status" ON "review" USING btree ("status","confirmed_at");--> statement-breakpoint
CREATE INDEX "review_author" ON "review" USING btree ("author_email_address","created_at") WHERE "review"."author_email_address" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_content" ON "review" USING btree ("content_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "route_content_page" ON "route" USING btree ("content_page_id","site_id","language_id") WHERE "route"."is_canonical";--> statement-breakpoint
CREATE UNIQUE INDEX "route_category" ON "route" USING btree ("category_id","site_id","language_id") WHERE "route"."is_canonical";--> statement-breakpoint
CREATE UNIQUE INDEX "route_product_variant" ON "route" USING btree ("product_variant_id","site_id","language_id") WHERE "route"."is_canonical";--> statement-breakpoint
CREATE INDEX "product_listing_category" ON "product_listing" USING btree ("site_id","category_id","valid_from","valid_until");--> statement-breakpoint
CREATE INDEX "product_listing_product" ON "product_listing" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "product_listing_change_transaction" ON "product_listing_change" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "product_popularity_product" ON "product_popularity" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "search_synonym_term" ON "search_synonym" USING btree ("language_id","term");--> statement-breakpoint
CREATE INDEX "silo_quotation_address" ON "silo_quotation" USING btree ("email_address","created_at");--> statement-breakpoint
CREATE INDEX "stock_correction_variant" ON "stock_correction" USING btree ("product_variant_id","stock_correction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_reminder_once" ON "stock_reminder" USING btree ("site_id","product_variant_id","email_address") WHERE "stock_reminder"."notified_at" is null;--> statement-breakpoint
CREATE INDEX "stock_reminder_waiting" ON "stock_reminder" USING btree ("product_variant_id") WHERE "stock_reminder"."confirmed_at" is not null and "stock_reminder"."notified_at" is null;--> statement-breakpoint
CREATE INDEX "stock_reminder_unconfirmed" ON "stock_reminder" USING btree ("created_at") WHERE "stock_reminder"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "stock_reminder_notified" ON "stock_reminder" USING btree ("notified_at") WHERE "stock_reminder"."notified_at" is not null;--> statement-breakpoint
CREATE INDEX "stock_reminder_confirmed" ON "stock_reminder" USING btree ("confirmed_at") WHERE "stock_reminder"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "text_version_record" ON "text_version" USING btree ("file","list","key");--> statement-breakpoint
CREATE INDEX "text_version_planned" ON "text_version" USING btree ("publish_at") WHERE "text_version"."state" = 'planned';--> statement-breakpoint
CREATE INDEX "text_version_open" ON "text_version" USING btree ("state") WHERE "text_version"."state" in ('draft', 'planned', 'refused');--> statement-breakpoint
CREATE INDEX "withdrawal_received" ON "withdrawal" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "outbox_event_due" ON "outbox_event" USING btree ("kind","next_attempt_at") WHERE "outbox_event"."done_at" is null and "outbox_event"."dead_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_event_order" ON "outbox_event" USING btree ("ordering_key","outbox_event_id") WHERE "outbox_event"."done_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_event_done" ON "outbox_event" USING btree ("done_at") WHERE "outbox_event"."done_at" is not null;--> statement-breakpoint
CREATE VIEW product_listing_source AS
 SELECT sold.site_id,
    p.product_id,
    period.valid_from,
    period.valid_until,
    v.product_variant_id,
    p.category_id,
    p."position",
    incl.amount AS amount_incl_vat,
        CASE v.content_unit
            WHEN 'kg'::text THEN ((incl.amount)::double precision / NULLIF(v.content_value, (0)::double precision))
            WHEN 'g'::text THEN (((incl.amount * 1000))::double precision / NULLIF(v.content_value, (0)::double precision))
            ELSE NULL::double precision
        END AS amount_per_kg,
    ((((p.analytical ->> 'starch'::text))::numeric + ((p.analytical ->> 'sugar'::text))::numeric))::double precision AS starch_sugar,
    period.is_sale,
    p.is_new,
    ((rated.rating_sum)::double precision / (NULLIF(rated.rating_count, 0))::double precision) AS rating,
    facets.horse_types,
    facets.age_groups,
    facets.applications,
    facets.ingredient_flags,
    facets.labour,
    facets.packaging,
    facets.weight_class
   FROM ((((((((product p
     JOIN site_product sold ON ((sold.product_id = p.product_id)))
     JOIN site s ON ((s.site_id = sold.site_id)))
     JOIN site_setting setting ON ((setting.site_id = sold.site_id)))
     JOIN product_variant v ON (((v.product_id = p.product_id) AND v.is_default AND v.is_listed)))
     CROSS JOIN LATERAL ( SELECT asked.amount_excl_vat,
                CASE
                    WHEN part.is_first THEN asked.valid_from
                    ELSE asked.announced_until
                END AS valid_from,
                CASE
                    WHEN part.is_first THEN LEAST(asked.valid_until, asked.announced_until)
                    ELSE asked.valid_until
                END AS valid_until,
            (part.is_first AND (asked.announced_until IS NOT NULL)) AS is_sale
           FROM (( SELECT run.amount_excl_vat,
                    run.valid_from,
                    run.valid_until,
                        CASE
                            WHEN (run.amount_before > run.amount_excl_vat) THEN
                            CASE
                                WHEN (run.amount_excl_vat < ( SELECT min(earlier.amount_excl_vat) AS min
                                   FROM price earlier
                                  WHERE ((earlier.site_id = sold.site_id) AND (earlier.product_variant_id = v.product_variant_id) AND (earlier.valid_from < run.valid_from) AND (earlier.valid_from >= COALESCE(( SELECT max(first.valid_from) AS max
   FROM price first
  WHERE ((first.site_id = sold.site_id) AND (first.product_variant_id = v.product_variant_id) AND (first.valid_from <= (run.valid_from - '720:00:00'::interval)))), '-infinity'::timestamp with time zone))))) THEN (run.valid_from + '720:00:00'::interval)
                                ELSE NULL::timestamp with time zone
                            END
                            ELSE NULL::timestamp with time zone
                        END AS announced_until
                   FROM ( SELECT entered.amount_excl_vat,
                            entered.amount_before,
                            entered.valid_from,
                            lead(entered.valid_from) OVER (ORDER BY entered.valid_from) AS valid_until
                           FROM ( SELECT changed.amount_excl_vat,
                                    changed.valid_from,
                                    lag(changed.amount_excl_vat) OVER (ORDER BY changed.valid_from) AS amount_before
                                   FROM price changed
                                  WHERE ((changed.site_id = sold.site_id) AND (changed.product_variant_id = v.product_variant_id))) entered
                          WHERE (entered.amount_before IS DISTINCT FROM entered.amount_excl_vat)) run) asked
             JOIN ( VALUES (true), (false)) part(is_first) ON ((part.is_first OR (asked.announced_until < COALESCE(asked.valid_until, 'infinity'::timestamp with time zone)))))) period)
     CROSS JOIN LATERAL ( SELECT (floor(((((period.amount_excl_vat)::numeric * ((100)::numeric +
                CASE (setting.vat_type_by_class ->> p.vat_class)
                    WHEN 'high'::text THEN s.vat_percentage_high
                    WHEN 'low'::text THEN s.vat_percentage_low
                    ELSE (0)::numeric
                END)) / (100)::numeric) + 0.5)))::integer AS amount) incl)
     CROSS JOIN LATERAL ( SELECT COALESCE(bit_or(((1)::bigint << n."bit")) FILTER (WHERE (f.facet = 'horseTypes'::text)), (0)::bigint) AS horse_types,
            COALESCE(bit_or(((1)::bigint << n."bit")) FILTER (WHERE (f.facet = 'ageGroups'::text)), (0)::bigint) AS age_groups,
            COALESCE(bit_or(((1)::bigint << n."bit")) FILTER (WHERE (f.facet = 'applications'::text)), (0)::bigint) AS applications,
            COALESCE(bit_or(((1)::bigint << n."bit")) FILTER (WHERE (f.facet = 'ingredientFlags'::text)), (0)::bigint) AS ingredient_flags,
            COALESCE(bit_or(((1)::bigint << n."bit")) FILTER (WHERE (f.facet = 'labour'::text)), (0)::bigint) AS labour,
            COALESCE(bit_or(((1)::bigint << n."bit")) FILTER (WHERE (f.facet = 'packaging'::text)), (0)::bigint) AS packaging,
            COALESCE(bit_or(((1)::bigint << n."bit")) FILTER (WHERE (f.facet = 'weightClass'::text)), (0)::bigint) AS weight_class
           FROM (product_facet f
             JOIN facet_value n ON (((n.facet = f.facet) AND (n.value = f.value))))
          WHERE (f.product_id = p.product_id)) facets)
     LEFT JOIN product_rating rated ON ((rated.product_id = p.product_id)));--> statement-breakpoint
CREATE FUNCTION check_gift_card_return() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF NEW."kind" = 'returned' AND NEW."amount" > (
		SELECT coalesce(sum(CASE "kind" WHEN 'held' THEN "amount" WHEN 'refunded' THEN -"amount" ELSE 0 END), 0)
		FROM "gift_card_movement" WHERE "order_id" = NEW."order_id" AND "gift_card_id" = NEW."gift_card_id"
	) THEN
		RAISE EXCEPTION 'more would be returned to the gift card than the order holds';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION note_listing_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO product_listing_change (site_id, product_id)
	SELECT DISTINCT touched.site_id, CASE WHEN touched.of_site <= 2000 THEN touched.product_id END
	FROM (SELECT site_id, product_id, count(*) OVER (PARTITION BY site_id) AS of_site FROM changed) touched;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION refresh_listing_of_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
	product_ids integer[];
BEGIN
	IF coalesce(current_setting('shop.listing_refresh', true), '') = 'off' THEN
		RETURN NULL;
	END IF;
	IF TG_TABLE_NAME = 'price' THEN
		SELECT array_agg(DISTINCT v.product_id) INTO product_ids
		FROM changed JOIN product_variant v ON v.product_variant_id = changed.product_variant_id;
	ELSE
		SELECT array_agg(DISTINCT changed.product_id) INTO product_ids FROM changed;
	END IF;
	IF product_ids IS NOT NULL THEN
		PERFORM refresh_product_listing(
			product_ids,
			coalesce((SELECT max(imported_at) FROM shop_import), '-infinity') - interval '30 days'
		);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION refresh_product_listing(product_ids integer[], cutoff timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF cardinality(product_ids) <= 100 THEN
		PERFORM pg_advisory_xact_lock_shared(4273004);
		PERFORM pg_advisory_xact_lock(4273005, meant.product_id)
		FROM (SELECT DISTINCT unnest(product_ids) AS product_id ORDER BY 1) meant;
	ELSE
		PERFORM pg_advisory_xact_lock(4273004);
	END IF;
	WITH source AS MATERIALIZED (
		SELECT source.* FROM product_listing_source source
		WHERE (product_ids IS NULL OR source.product_id = ANY (product_ids))
			AND (source.valid_until IS NULL OR source.valid_until > cutoff)
	), removed AS (
		DELETE FROM product_listing listed
		WHERE (product_ids IS NULL OR listed.product_id = ANY (product_ids))
			AND NOT EXISTS (
				SELECT 1 FROM source
				WHERE source.site_id = listed.site_id
					AND source.product_id = listed.product_id
					AND source.valid_from = listed.valid_from
			)
	)
	INSERT INTO product_listing AS listed
	SELECT source.* FROM source
	ORDER BY source.site_id, source.category_id, source.position
	ON CONFLICT (site_id, product_id, valid_from) DO UPDATE SET
		valid_until = excluded.valid_until,
		product_variant_id = excluded.product_variant_id,
		category_id = excluded.category_id,
		position = excluded.position,
		amount_incl_vat = excluded.amount_incl_vat,
		amount_per_kg = excluded.amount_per_kg,
		starch_sugar = excluded.starch_sugar,
		is_sale = excluded.is_sale,
		is_new = excluded.is_new,
		rating = excluded.rating,
		horse_types = excluded.horse_types,
		age_groups = excluded.age_groups,
		applications = excluded.applications,
		ingredient_flags = excluded.ingredient_flags,
		labour = excluded.labour,
		packaging = excluded.packaging,
		weight_class = excluded.weight_class
	WHERE listed IS DISTINCT FROM excluded;
	IF product_ids IS NULL THEN
		INSERT INTO product_listing_version AS known (site_id, version)
		SELECT s.site_id, 1 FROM site s ORDER BY s.site_id
		ON CONFLICT (site_id) DO UPDATE SET version = known.version + 1;
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed', tg_table_name;
END
$$;--> statement-breakpoint
CREATE FUNCTION refuse_change_of_booking() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF current_setting('shop.retention', true) = 'on' THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION 'Rows of % are final', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;--> statement-breakpoint
CREATE TRIGGER audit_entry_unchanged BEFORE UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER gift_card_movement_is_final BEFORE DELETE OR UPDATE ON gift_card_movement FOR EACH ROW EXECUTE FUNCTION refuse_change_of_booking();--> statement-breakpoint
CREATE TRIGGER gift_card_movement_return BEFORE INSERT ON gift_card_movement FOR EACH ROW EXECUTE FUNCTION check_gift_card_return();--> statement-breakpoint
CREATE TRIGGER invoice_is_final BEFORE DELETE OR UPDATE ON invoice FOR EACH ROW EXECUTE FUNCTION refuse_change_of_booking();--> statement-breakpoint
CREATE TRIGGER order_credit_is_final BEFORE DELETE OR UPDATE ON order_credit FOR EACH ROW EXECUTE FUNCTION refuse_change_of_booking();--> statement-breakpoint
CREATE TRIGGER order_credit_part_is_final BEFORE DELETE OR UPDATE ON order_credit_part FOR EACH ROW EXECUTE FUNCTION refuse_change_of_booking();--> statement-breakpoint
CREATE TRIGGER payment_amount_is_final BEFORE UPDATE ON payment FOR EACH ROW WHEN (((old.amount IS DISTINCT FROM new.amount) OR (old.order_id IS DISTINCT FROM new.order_id))) EXECUTE FUNCTION refuse_change_of_booking();--> statement-breakpoint
CREATE TRIGGER payment_is_not_deleted BEFORE DELETE ON payment FOR EACH ROW EXECUTE FUNCTION refuse_change_of_booking();--> statement-breakpoint
CREATE TRIGGER price_deleted AFTER DELETE ON price REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER price_inserted AFTER INSERT ON price REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER price_updated AFTER UPDATE ON price REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER product_listing_deleted AFTER DELETE ON product_listing REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_listing_changes();--> statement-breakpoint
CREATE TRIGGER product_listing_inserted AFTER INSERT ON product_listing REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_listing_changes();--> statement-breakpoint
CREATE TRIGGER product_listing_updated AFTER UPDATE ON product_listing REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_listing_changes();--> statement-breakpoint
CREATE TRIGGER product_rating_deleted AFTER DELETE ON product_rating REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER product_rating_inserted AFTER INSERT ON product_rating REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER product_rating_updated AFTER UPDATE ON product_rating REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_listing_of_changes();--> statement-breakpoint
CREATE TRIGGER refund_amount_is_final BEFORE UPDATE ON refund FOR EACH ROW WHEN (((old.amount IS DISTINCT FROM new.amount) OR (old.payment_id IS DISTINCT FROM new.payment_id))) EXECUTE FUNCTION refuse_change_of_booking();--> statement-breakpoint
CREATE TRIGGER refund_is_not_deleted BEFORE DELETE ON refund FOR EACH ROW EXECUTE FUNCTION refuse_change_of_booking();--> statement-breakpoint
CREATE TRIGGER stock_correction_is_final BEFORE DELETE OR UPDATE ON stock_correction FOR EACH ROW EXECUTE FUNCTION refuse_change_of_booking();--> statement-breakpoint
CREATE TRIGGER stored_document_unchanged BEFORE UPDATE ON stored_document FOR EACH ROW EXECUTE FUNCTION refuse_change();
