-- A booking looks up the customer of an account while it is inserted. A cluster computes functions of an insert, but no
-- subqueries; and it plans statements with parameters in PL/pgSQL, but not in SQL functions.
create function customer_of_account(of_organization uuid, of_account uuid) returns uuid language plpgsql stable as $$
begin
  return (
    select id from customers
    where organization_id = of_organization and user_id = of_account and merged_into_id is null
  );
end
$$;
