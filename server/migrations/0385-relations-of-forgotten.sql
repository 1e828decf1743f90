-- Who is forgotten has no relations: the release before left them as guardians of their children.
delete from customer_relations using customers
where customers.organization_id = customer_relations.organization_id
  and customers.id in (customer_relations.from_id, customer_relations.to_id)
  and customers.forgotten_at is not null;
