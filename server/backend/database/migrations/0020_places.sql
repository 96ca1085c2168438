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
ALTER TABLE "dealer" ADD CONSTRAINT "dealer_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_shop" ADD CONSTRAINT "parcel_shop_country_id_country_country_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."country"("country_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dealer_country" ON "dealer" USING btree ("country_id");--> statement-breakpoint
CREATE INDEX "parcel_shop_country" ON "parcel_shop" USING btree ("country_id");