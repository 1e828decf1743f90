drop index charges_reminded;
