-- Promo codes for memberships and packs: a use belongs to the line of a sale, whose charge says what was taken off.
alter table charges add column discount integer not null default 0;
-- Null: nothing was taken off.
alter table charges add column discount_label text;
alter table charges add constraint charges_discount
  check (discount >= 0 and (discount > 0) = (discount_label is not null) and (kind <> 'booking' or discount = 0));
alter table charges drop constraint charges_of_kind;
alter table charges add constraint charges_of_kind check (
  case when kind = 'booking'
    then event_id is not null and num_nonnulls(product_id, label, quantity, unit_price) = 0
    else event_id is null and num_nonnulls(customer_id, label, quantity, unit_price, vat_rate) = 5
      and (product_id is null) = (kind = 'top_up')
      and quantity > 0 and unit_price > 0 and amount = quantity::bigint * unit_price - discount
  end
);

alter table promo_codes add column applies_to text not null default 'booking';
alter table promo_codes add constraint promo_codes_applies_to check (applies_to in ('booking', 'subscription', 'pack'));

alter table promo_uses alter column event_id drop not null;
alter table promo_uses add column charge_id uuid;
alter table promo_uses add constraint promo_uses_of_one check (num_nonnulls(event_id, charge_id) = 1);
alter table promo_uses add foreign key (organization_id, charge_id) references charges;
create unique index promo_uses_of_charge on promo_uses (organization_id, charge_id) where charge_id is not null;
