/** Names that people search for: some are in every club, some in a few. */
export const firstNames =
  "Camille Léa Manon Chloé Inès Jade Louise Zoé Hugo Lucas Nathan Théo Gabriel Raphaël Adam Noé Emma Sarah Anaïs Élise Julien Karim Mehdi Olivier Pascal Thierry Véronique Sylvie Nadia Fatou Oliver Charlotte Harry Amelia Jack Isla Mateo Lucía Wei Priya".split(
    " ",
  );
export const lastNames =
  "Robert Moreau Petit Durand Leroy Simon Laurent Lefebvre Michel Garcia David Bertrand Roux Vincent Fournier Morel Girard André Mercier Dupont Lambert Bonnet François Martinez Legrand Garnier Faure Rousseau Blanc Guérin Muller Henry Roussel Nicolas Perrin Morin Mathieu Clément Gauthier Dumont Benali Nguyen Diallo Smith Jones Taylor Brown Wilson Evans Thomas Vandenberghe Kowalski Schneider Rossi Ferreira Yılmaz Haddad Okafor Tanaka Lindqvist".split(
    " ",
  );
export const activities =
  "École de tennis|Séance des jeunes|Badminton loisir|Match de championnat|Cours collectif adultes|Padel découverte|Entraînement basket|Futsal entre amis|Handball féminin|Stage de vacances|Tournoi interne|Gymnastique douce|Yoga du matin|Cours particulier|Interclubs|Baby sport|Escrime|Volley mixte|Ping-pong|Assemblée générale".split(
    "|",
  );
export const towns =
  "Lyon Villeurbanne Bron Vénissieux Oullins Caluire Tassin Écully Meyzieu Décines Givors Rillieux Genas Brignais Mions".split(
    " ",
  );
