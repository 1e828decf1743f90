import {
  cacheNames,
  GUEST_STEPS_MINUTES,
  MAX_KEPT_HOURS,
  sessionStorageKeys,
  type Operator,
} from "#contract/personal-data.ts";
import {
  type LegalFacts,
  type LegalTexts,
  listStorage,
  type ProcessorTexts,
  type RecordTexts,
  retentionFormat,
  type StorageTexts,
} from "./legal-document.ts";

const kept = retentionFormat("fr");
const unnamed = "non indiqué par l’exploitant de cette installation";

const describeOperator = ({ name, address, email }: Operator) =>
  name
    ? `L’exploitant de ce site est ${[name, address, email].filter(Boolean).join(", ")}. Les mentions légales en disent plus.`
    : "La personne qui a installé ce logiciel ici n’a pas nommé l’exploitant : l’organisation qui vous a invité peut vous dire qui il est.";

const records: RecordTexts = {
  account: `Votre compte : prénom et nom, adresse e-mail et date de sa confirmation, numéro de téléphone si vous en donnez un, langue et thème, dates de création et de dernière modification. Votre mot de passe n’est conservé que sous forme d’empreinte Argon2id, dont on ne peut le tirer. Conservé aussi longtemps que vous avez ce compte. Si vous le fermez, tout cela est supprimé ou rendu anonyme après ${kept("closedAccount")}, y compris ce que les organisations savent de vous comme client ; vos réservations et paiements restent dans leurs comptes sans votre nom, les factures aussi longtemps que la loi l’exige. Un compte dont l’adresse n’est jamais confirmée est supprimé après ${kept("unconfirmedAccount")}.`,
  terms:
    "Les versions des conditions d’utilisation et de la présente politique que vous avez acceptées, quand, dans quelle langue et de quel exploitant. Conservées aussi longtemps que vous avez le compte.",
  codes: `Les liens et les codes des e-mails, sous forme d’empreintes : liens de confirmation pendant ${kept("confirmationLink")}, codes pour un nouveau mot de passe pendant ${kept("passwordCode")}, liens qui les accompagnent pendant ${kept("passwordLink")}. Pour une connexion commencée avec le compte d’un autre site, une empreinte pendant ${kept("singleSignOn")}.`,
  emailChanges: `Un changement de votre e-mail : la nouvelle adresse jusqu’à l’ouverture de son lien, au plus ${kept("emailChange")} ; ensuite la précédente, qui permet de l’annuler pendant ${kept("emailUndo")}. Des liens, seules les empreintes.`,
  secondFactors: `La connexion en deux étapes, si vous l’activez : la clé de votre application d’authentification, chiffrée, depuis quand elle sert et sa dernière utilisation ; de vos clés d’accès, les clés publiques, leur nom, le nombre et la date de leurs utilisations, et leur présence sur plusieurs appareils ; vos codes de secours sous forme d’empreintes, et lesquels ont servi. Conservés jusqu’à ce que vous la désactiviez ou les retiriez. Les questions posées à une clé d’accès, sous forme d’empreintes, pendant ${kept("passkeyChallenge")}. Pour une connexion qui attend son code, l’adresse réseau et une empreinte pendant ${kept("secondFactorTicket")}. Si un propriétaire d’une organisation demande le retrait d’une seconde étape perdue, qui l’a demandé, pendant ${kept("secondFactorRemoval")}.`,
  sessions: `Vos sessions : pour chaque connexion, le type de navigateur et de système, l’adresse réseau (IP), son début et sa dernière utilisation, et une empreinte de sa clé. Elles prennent fin quand vous vous déconnectez, après ${kept("idleSession")} sans utilisation, et dans tous les cas après ${kept("session")} ; elles sont alors supprimées.`,
  apiKeys:
    "Les clés d’API d’une organisation : leur nom et leurs permissions, qui les a créées, une empreinte de chacune, ainsi que la date et l’adresse réseau de sa dernière utilisation. Conservées aussi longtemps que l’organisation est ici.",
  memberships: `Vos places dans les organisations : lesquelles, avec quels rôles, depuis quand ; et les invitations avec l’adresse e-mail, le rôle, la date et la personne qui a invité. On peut répondre à une invitation pendant ${kept("invitation")} ; la liste des invitations envoyées reste à l’organisation. Vos demandes d’adhésion, avec votre message et la réponse : une demande ouverte prend fin après ${kept("joinRequest")}, une demande qui a reçu sa réponse est supprimée après ${kept("joinRequest")}. Et les liens d’adhésion que vous avez créés pour l’équipe.`,
  organizations:
    "Les organisations : nom, adresse, e-mail, téléphone, numéros de l’entreprise ou de l’association, et leur propriétaire ; pour une organisation qui a une page publique, aussi son contact et le nom de la personne responsable de la page, que tout le monde peut y lire. Conservées tant que l’organisation est ici, et au-delà sur ses factures.",
  customers: `Ce qu’une organisation sait de ses clients, avec ou sans compte : nom, adresse e-mail, numéro de téléphone, adresse postale, date de naissance, responsable légal, numéro de client, catégories, numéros d’une entreprise, et les notes de son équipe, que vous pouvez demander à lire. Conservé aussi longtemps que l’organisation en a besoin ; elle peut rendre anonymes les clients sans compte qui n’ont ni réservé ni payé pendant une durée qu’elle fixe. Qui a réservé sans compte est rendu anonyme ${kept("guest")} après sa dernière réservation ou son dernier paiement. Des codes qui prouvent une adresse, seules les empreintes, pendant ${kept("guestCode")} ; de même pour les liens des e-mails de ces réservations, jusqu’à la fin de la page de la réservation.`,
  bookings: `Vos réservations et vos séries : terrain, horaire, nature de l’événement, nombre de personnes, prix, notes, état, motif d’une annulation, et qui les a saisies et modifiées. Conservées aussi longtemps que l’organisation en a besoin. Pendant que quelqu’un choisit un horaire, les autres voient pendant quelques secondes qu’il est en train d’être choisi. Des joueurs d’une réservation : le nom et l’adresse e-mail par lesquels l’organisateur vous a invité, ou que vous avez donnés par un lien, votre réponse et sa date ; l’organisateur et l’équipe les lisent, les autres joueurs votre prénom et une initiale. Une adresse qui n’a jamais accepté est supprimée ${kept("playerInvitation")} après la réservation, comme celle de qui a joué sans compte.`,
  waitlist: `Vos places en liste d’attente : le terrain ou le sport, le jour, les horaires et durées qui conviennent, le nombre de personnes, ce qu’il en est advenu, pourquoi un créneau ne vous a pas été proposé, qui vous y a inscrit ; et ce qui vous a été proposé et vos réponses. L’équipe de l’organisation voit qui attend. Supprimées ${kept("waitlistPlace")} après la fin de la place. Des liens dans les e-mails de proposition, seules les empreintes, pendant la même durée au plus.`,
  payments: `Vos paiements : montant, moyen de paiement, état, référence auprès du service de paiement ou de la banque, remboursements avec leurs motifs, contestations ; pour les virements, la référence et le compte bancaire de l’organisation. Conservés aussi longtemps que la loi l’exige pour les comptes. Les avis du service de paiement sont supprimés ${kept("providerEvent")} après leur traitement.`,
  invoices:
    "Vos factures et vos avoirs : votre nom, ce qui a été vendu, les prix et les taxes, sous forme de données et de PDF. Ils ne peuvent être modifiés et sont conservés aussi longtemps que la loi l’exige, en France dix ans.",
  photos: `Les photos d’installations et de terrains qu’une équipe envoie. Une photo retirée est aussitôt supprimée du stockage, au plus tard après ${kept("removedPhoto")} environ.`,
  calendars: `Les flux de calendrier : le fait que vous avez créé un lien pour votre agenda, une empreinte de ce lien et sa dernière lecture. Conservés jusqu’à ce que vous remplaciez ou retiriez le lien. Et ce que les calendriers d’autres systèmes, suivis par une organisation, disent de l’occupation de ses terrains, avec leurs titres, supprimé ${kept("busyTime")} après la fin.`,
  views:
    "Les vues enregistrées du planning : leur nom, leurs filtres, qui les a créées et si d’autres les voient. Conservées jusqu’à leur suppression.",
  imports: `Les imports : le fichier envoyé, son nom, qui l’a envoyé et ce qu’il en est advenu. Le fichier est supprimé après ${kept("importedFile")}, le compte rendu reste.`,
  mails: `Les e-mails : les messages que le site vous envoie, avec votre adresse, leur nature et leur date. Les codes et les liens en sont retirés une fois l’envoi fait. Supprimés après ${kept("mail")}.`,
  activity:
    "Le journal d’activité : pour les changements faits dans une organisation, qui a fait quoi et quand, ce qu’il y avait avant et après, et depuis quelle adresse réseau ; et quand vous l’avez lu pour la dernière fois. Conservé tant que l’organisation est ici, ou pendant une durée qu’elle fixe.",
  notifications: `Ce dont vous êtes informé dans l’application : ce qui s’est passé dans quelle organisation, pour quelle réservation, quel paiement, quelle invitation, quel import ou quel webhook, et si vous l’avez lu, ${kept("notification")} ; les types dont vous souhaitez être informé, tant que votre compte est ici ; et, pour chaque navigateur que vous laissez vous prévenir, l’adresse et les clés de son service de notification et votre fuseau horaire, aussi longtemps que sa session.`,
  webhooks: `Ce dont les propres systèmes d’une organisation sont informés, si elle l’a choisi : réservations, paiements, factures et clients à mesure qu’ils changent, avec ce que ces systèmes ont répondu. Supprimé après ${kept("webhookDelivery")}.`,
  devices: `Les portes et éclairages, si une organisation en a : lesquels sont informés de votre réservation, pour quel horaire, avec votre nom, et ce qu’ils ont répondu, supprimé après ${kept("deviceMessage")} ; et le code d’accès de votre réservation, supprimé ${kept("accessCode")} après sa fin.`,
  dataExports: `Les copies de vos données que vous avez demandées : le fichier, quand il a été demandé et son avancement. Le fichier ne s’ouvre qu’avec votre propre session et est supprimé après ${kept("dataExport")}. De même la copie de toute une organisation, que ses seuls propriétaires peuvent demander et ouvrir, avec qui l’a demandée.`,
  requests: `Les requêtes que votre navigateur peut devoir répéter, avec leurs réponses, et les avis de changement en direct : ${kept("repeatedRequest")} et ${kept("liveChange")}.`,
  limits:
    "Les limites contre les abus : des décomptes, sous forme d’empreintes, des tentatives de connexion, d’inscription ou de réinitialisation de mot de passe. Supprimées quand leur délai est passé, après un jour au plus tard.",
};

const storage: StorageTexts = {
  session: "la clé de votre session, de la connexion à la déconnexion ;",
  language: "la langue que vous avez choisie ;",
  theme: "clair ou sombre, si vous l’avez choisi ;",
  organization: "l’organisation où vous avez travaillé en dernier ;",
  deviceTokens: `une marque pour chaque compte qui s’est connecté ici, pour que ceux qui essaient votre mot de passe ne vous empêchent pas de vous connecter ; elle compte pendant ${kept("deviceToken")} ;`,
  lastBooking:
    "l’installation, le sport, la durée et la nature de votre dernière réservation, pour chaque organisation ;",
  planningView: "la façon dont vous avez regardé le planning en dernier, pour chaque organisation ;",
  planningViews:
    "les vues que des versions antérieures ont enregistrées dans ce navigateur, jusqu’à leur passage dans votre compte ;",
  planningLocked: "si les événements peuvent être déplacés en les faisant glisser ;",
  planningQuietly: "si les clients sont prévenus d’un déplacement ;",
  eventsLayout: "si vous voyez les événements en cartes ;",
  liveChanges:
    "lequel de vos onglets ouverts écoute les changements, pour environ une seconde à la fois, sur les seuls sites non chiffrés.",
  keptDay: "que vous avez demandé de garder la journée de l’accueil sur cet appareil, avec le numéro de votre compte ;",
  singleSignOn: "pendant que vous vous connectez avec le compte d’un autre site, un secret, supprimé à votre retour ;",
};

const processorTexts: ProcessorTexts = {
  mail: "Un serveur de messagerie, qui reçoit votre adresse et le texte de chaque e-mail qui vous est envoyé.",
  storage: "Un service de stockage (S3), qui garde les photos envoyées.",
  stripe:
    "Stripe, pour les paiements en ligne : il reçoit votre adresse e-mail, l’objet et le montant du paiement et, pour les organisations qui y ont un compte, leurs coordonnées. Votre carte est saisie sur la page de Stripe et ne passe jamais par ici.",
  geopf:
    "La Géoplateforme de l’IGN, pour la recherche d’adresses : le serveur lui envoie ce qui y est saisi, et rien sur la personne qui le saisit.",
  google:
    "Google Places, pour la recherche d’adresses : le serveur lui envoie ce qui y est saisi, avec la langue et un numéro de recherche, et rien sur la personne qui le saisit.",
  openid:
    "Le service d’authentification de l’exploitant (OpenID Connect), si vous le choisissez sur la page de connexion : il apprend que vous vous connectez ici et communique au site votre adresse e-mail et votre nom.",
  push: "Les services de notification des éditeurs de navigateurs (Google, Mozilla, Apple, Microsoft), seulement si vous laissez un navigateur vous prévenir : celui de votre navigateur apprend qu’un message lui parvient, et quand ; le message est chiffré pour votre navigateur, et ne nomme ni autre personne ni prix.",
  sms: "Brevo (Sendinblue SAS, Paris), qui envoie les SMS, seulement pour les organisations qui en utilisent : il apprend le numéro de mobile et le texte, qui nomme le club, le terrain et l’horaire.",
};

function listProcessors({ processors }: LegalFacts): (string | readonly string[])[] {
  if (processors.length === 0)
    return ["Cette installation n’utilise aucun service d’autrui en dehors de son hébergement."];
  return [
    "En dehors de son hébergement, cette installation utilise :",
    processors.map((processor) => processorTexts[processor]),
  ];
}

export const texts: LegalTexts = {
  terms: ({ operator }) => ({
    intro:
      "Ce site fait fonctionner Baseline, un logiciel libre de réservation d’équipements sportifs. Il est exploité par l’organisation ou la personne qui l’a installé : l’exploitant de ce site. Les présentes conditions forment un accord entre vous et cet exploitant.",
    sections: [
      {
        id: "service",
        heading: "Ce que fait le site",
        blocks: [
          "Des organisations telles que clubs, écoles et communes y présentent leurs installations et leurs terrains, y gèrent les personnes qui peuvent les utiliser et y tiennent leurs réservations. Les personnes qui ont un compte voient les terrains qui leur sont ouverts et les événements qui y sont réservés.",
          "L’exploitant fournit le site. Chaque organisation décide de ses terrains, de ses horaires, de ses prix, de ses rôles et de ses règles. Ce que vous réservez, vous le réservez auprès de cette organisation, selon ses propres conditions et son règlement intérieur.",
        ],
      },
      {
        id: "account",
        heading: "Votre compte",
        blocks: [
          "Pour ouvrir un compte, vous indiquez votre nom et une adresse e-mail qui est la vôtre, puis vous confirmez cette adresse. Une personne a un seul compte, pour toutes les organisations de ce site.",
          [
            "Gardez votre mot de passe pour vous et ne l’utilisez pas ailleurs. Quiconque se connecte avec lui agit en votre nom.",
            "Tenez à jour votre nom et votre numéro de téléphone, afin que les organisations puissent vous joindre au sujet d’une réservation.",
            "Si vous pensez qu’une autre personne a utilisé votre compte, changez votre mot de passe sans attendre : toutes les autres sessions prennent fin.",
          ],
          "Si vous n’avez pas l’âge requis, là où vous vivez, pour conclure un tel accord, un parent ou un représentant légal doit l’accepter pour vous.",
        ],
      },
      {
        id: "bookings",
        heading: "Les réservations",
        blocks: [
          "Une réservation occupe un terrain pour une durée. Elle est acquise dès que le site la présente comme approuvée ; certaines organisations approuvent elles-mêmes chaque réservation, qui attend alors leur décision.",
          "Les prix sont affichés avant la réservation, dans la monnaie de l’organisation et toutes taxes comprises. La possibilité d’annuler, le délai pour le faire et le remboursement sont fixés par l’organisation et suivent le droit du pays où elle se trouve.",
          "Une organisation peut annuler une réservation lorsque son terrain est inutilisable, par exemple en raison du temps, de travaux ou de la sécurité. Son équipe en donne alors la raison.",
        ],
      },
      {
        id: "conduct",
        heading: "Un usage loyal",
        blocks: [
          "Pour que le site serve à tous, merci de ne pas",
          [
            "réserver au nom d’autrui sans son accord, ni réserver ce que vous ne comptez pas utiliser ;",
            "tenter de voir ou de modifier ce qui ne vous est pas permis, ni de contourner les limites et les blocages ;",
            "publier de contenu illicite, injurieux ou portant atteinte aux droits d’autrui ;",
            "charger le site de requêtes automatiques au-delà de ce que permet son interface documentée.",
          ],
        ],
      },
      {
        id: "content",
        heading: "Ce que vous saisissez",
        blocks: [
          "Ce que vous saisissez reste à vous. Vous autorisez l’exploitant à le conserver et à le montrer à ceux qui en ont besoin pour les réservations : les personnes des organisations concernées, chacune dans les limites de son rôle. La politique de confidentialité précise ce que cela signifie pour les données personnelles.",
        ],
      },
      {
        id: "availability",
        heading: "Disponibilité et évolutions",
        blocks: [
          "L’exploitant veille au bon fonctionnement du site et à la sûreté de ses données, sans promettre qu’il soit disponible à tout instant. Les longues opérations de maintenance sont annoncées autant que possible.",
          "Des fonctions peuvent être ajoutées, modifiées ou retirées. L’exploitant peut modifier les présentes conditions lorsque le site ou la loi évolue ; la date ci-dessus indique la dernière modification. Pour les changements qui vous importent, il vous prévient à l’avance par e-mail ou sur le site.",
        ],
      },
      {
        id: "end",
        heading: "Y mettre fin",
        blocks: [
          `Vous pouvez cesser d’utiliser le site à tout moment et fermer vous-même votre compte, dans les paramètres. Les réservations à venir doivent d’abord être annulées, aux conditions de l’organisation, et ce qui est dû payé. Le compte peut être rétabli pendant ${kept("closedAccount")}.`,
          "L’exploitant ou une organisation peut désactiver l’accès des personnes qui enfreignent gravement ou de façon répétée les présentes conditions, en indiquant pourquoi, sauf si la loi l’interdit.",
        ],
      },
      {
        id: "liability",
        heading: "Responsabilité",
        blocks: [
          "Les organisations répondent de leurs installations, de leur sécurité et de ce qu’elles en disent ici. L’exploitant répond des dommages causés intentionnellement ou par faute lourde, des atteintes à la vie, au corps ou à la santé, et partout où la loi interdit de limiter cette responsabilité. Au-delà, et dans la mesure permise par la loi, il ne répond ni des dommages imprévisibles lors de l’ouverture de votre compte, ni des actes des organisations et des autres utilisateurs.",
          "Les droits que vous tenez, comme consommateur, du droit du pays où vous vivez restent intacts.",
        ],
      },
      {
        id: "software",
        heading: "Le logiciel",
        blocks: [
          "Baseline est un logiciel libre sous licence Apache 2.0, fourni sans garantie. Ses auteurs n’exploitent pas ce site, n’en voient pas les données et ne sont pas parties au présent accord.",
        ],
      },
      {
        id: "law",
        heading: "Droit applicable et contact",
        blocks: [
          "Le droit du pays où l’exploitant est établi s’applique. Si l’une de ces conditions n’est pas valable, les autres le restent.",
          describeOperator(operator),
          "C’est à lui que s’adressent les questions et réclamations, ou à l’organisation qui vous a invité.",
        ],
      },
    ],
  }),
  privacy: (facts) => ({
    intro:
      "Cette page dit ce que ce site conserve à votre sujet, pourquoi, pendant combien de temps, et ce que vous pouvez y faire. Elle vaut pour Baseline tel qu’il est installé ici et suit le règlement général sur la protection des données (RGPD).",
    sections: [
      {
        id: "controller",
        heading: "Qui est responsable",
        blocks: [
          describeOperator(facts.operator),
          "L’exploitant est responsable des comptes et du site lui-même. Chaque organisation dont vous faites partie ou auprès de laquelle vous réservez est responsable de ce qu’elle enregistre à votre sujet comme membre ou client ; l’exploitant le conserve pour son compte.",
          "Les auteurs de Baseline ne reçoivent aucune donnée de ce site : le logiciel ne leur envoie rien.",
        ],
      },
      {
        id: "data",
        heading: "Ce qui est conservé, et combien de temps",
        blocks: [
          Object.values(records),
          "Là où aucune durée n’est donnée, rien n’est supprimé de soi-même : l’organisation ou l’exploitant le supprime, sauf si la loi demande de le conserver.",
          "Le journal technique contient des numéros de requêtes, des heures et des adresses de pages, mais ni noms, ni adresses e-mail, ni mots de passe, ni adresses réseau.",
        ],
      },
      {
        id: "purposes",
        heading: "Pourquoi, et sur quelle base",
        blocks: [
          [
            "Pour tenir votre compte, vous montrer ce qui vous est ouvert et garder vos réservations : c’est nécessaire à l’accord conclu avec vous (article 6, paragraphe 1, point b du RGPD).",
            "Pour la sécurité du site : les sessions, l’activité et les limites servent l’intérêt légitime de prévenir les abus et de comprendre ce qui s’est passé (article 6, paragraphe 1, point f).",
            "Pour les pièces qu’exigent le droit fiscal et le droit commercial, lorsque des réservations sont payées (article 6, paragraphe 1, point c).",
            "Pour vous joindre par téléphone au sujet d’une réservation, si vous avez donné un numéro : avec votre consentement, que vous retirez en supprimant ce numéro (article 6, paragraphe 1, point a).",
          ],
          "Rien ne sert à la publicité, aucun profil n’est établi, et aucune décision vous concernant n’est prise par une machine seule.",
        ],
      },
      {
        id: "recipients",
        heading: "Qui le voit",
        blocks: [
          "L’équipe d’une organisation voit ses membres, ses clients et leurs réservations, chacun dans les limites de son rôle. Les autres membres ne voient pas qui a réservé un événement privé. Une organisation peut laisser ses propres systèmes, comme sa comptabilité ou ses portes, lire ce que voit son équipe, ou en être informés ; elle en répond. Les administrateurs de ce site peuvent voir ce qu’il faut pour le faire fonctionner.",
          ...listProcessors(facts),
          "Ces services sont tenus par contrat de n’agir que sur les instructions de l’exploitant. Si l’un d’eux travaillait hors de l’Espace économique européen, l’exploitant s’assure que les garanties du chapitre V du RGPD sont réunies. Les données ne sont jamais vendues.",
        ],
      },
      {
        id: "browser",
        heading: "Dans votre navigateur",
        blocks: [
          "Ce site ne dépose aucun cookie et ne charge rien d’autres sites : ni mesure d’audience, ni polices, ni cartes. Un lien vers une carte ouvre OpenStreetMap quand vous le suivez. Dans le stockage local de votre navigateur, le site ne garde que ce dont il a besoin pour fonctionner :",
          listStorage(storage, " : "),
          `Pour que vous puissiez les lire sans réseau, le navigateur garde dans son cache les fichiers d’une page (${cacheNames.offlinePage}) et, tant que vous êtes connecté, vos prochaines réservations avec leur lieu, leur prix et leurs règles, et celles où vous jouez avec leur lieu, votre part et le nom de qui a réservé (${cacheNames.answers}) ; pour l’équipe d’une organisation, seulement si c’est activé dans les préférences de ce navigateur, aussi aujourd’hui et demain pour l’installation vue en dernier, avec qui a réservé. Ces réponses sont gardées ${MAX_KEPT_HOURS} heures au plus, et effacées à la déconnexion, à la fin de la session et quand quelqu’un d’autre se connecte. Paiements, listes de personnes et clés n’y sont jamais gardés.`,
          `Dans le stockage de session, qui prend fin avec l’onglet, il retient jusqu’où vous aviez fait défiler la page (${sessionStorageKeys.scroll}) et, si vous réservez sans compte, ce que vous avez déjà choisi et saisi (guest-steps), ${GUEST_STEPS_MINUTES} minutes au plus. Tout cela étant nécessaire à ce que vous demandez au site, aucun consentement n’est requis. Vous pouvez l’effacer à tout moment dans votre navigateur ; vous êtes alors déconnecté.`,
        ],
      },
      {
        id: "rights",
        heading: "Vos droits",
        blocks: [
          "Vous pouvez voir et corriger vous-même, dans les paramètres, votre nom, votre téléphone, votre langue et votre thème, et y mettre fin à vos sessions. Vous avez en outre le droit",
          [
            "de savoir ce qui est conservé à votre sujet et d’en recevoir une copie (articles 15 et 20 du RGPD), que vous faites vous-même dans les paramètres, sous « Vos données » ;",
            "de le faire corriger, effacer ou limiter (articles 16 à 18) ;",
            "de vous opposer à ce qui repose sur un intérêt légitime (article 21) ;",
            "de retirer un consentement pour l’avenir (article 7).",
          ],
          "Adressez-vous à l’exploitant de ce site ou, pour votre place dans une organisation et vos réservations auprès d’elle, à cette organisation. Vous recevez une réponse dans le délai d’un mois. Vous pouvez aussi introduire une réclamation auprès de l’autorité de protection des données du pays où vous vivez ; en France, il s’agit de la CNIL (www.cnil.fr).",
        ],
      },
      {
        id: "security",
        heading: "Sécurité",
        blocks: [
          "Les mots de passe, les clés de session, les liens et les codes ne sont conservés que sous forme d’empreintes. Les tentatives de connexion sont limitées. Ce qui appartient à une organisation est séparé des autres dans la base de données elle-même. Si des données personnelles étaient malgré cela exposées, l’exploitant en informe l’autorité et, lorsque le risque est élevé, vous-même (articles 33 et 34 du RGPD).",
        ],
      },
      {
        id: "contact",
        heading: "Contact et modifications",
        blocks: [
          describeOperator(facts.operator),
          "Lorsque ce qui est conservé change, cette page change avec lui. La date ci-dessus indique la dernière modification.",
        ],
      },
    ],
  }),
  imprint: ({ operator }) => ({
    intro: "Qui exploite ce site, qui répond de ce qu’il publie et qui l’héberge.",
    sections: [
      {
        id: "operator",
        heading: "Exploitant",
        blocks: [
          [
            `Nom : ${operator.name ?? unnamed}`,
            `Adresse : ${operator.address ?? unnamed}`,
            `E-mail : ${operator.email ?? unnamed}`,
            `Téléphone : ${operator.phone ?? unnamed}`,
            `Registre et numéro de TVA : ${operator.registration ?? unnamed}`,
          ],
        ],
      },
      {
        id: "publisher",
        heading: "Responsable de la publication",
        blocks: [
          [`Directeur de la publication : ${operator.publisher ?? unnamed}`],
          "De ce que les organisations disent d’elles-mêmes et de leurs installations, chacune répond.",
        ],
      },
      {
        id: "host",
        heading: "Hébergeur",
        blocks: [
          [
            `Nom : ${operator.hostName ?? unnamed}`,
            `Adresse : ${operator.hostAddress ?? unnamed}`,
            `Téléphone : ${operator.hostPhone ?? unnamed}`,
          ],
        ],
      },
      {
        id: "software",
        heading: "Logiciel",
        blocks: [
          "Ce site fait fonctionner Baseline, un logiciel libre sous licence Apache 2.0. Ses auteurs n’exploitent pas ce site et n’en voient pas les données.",
        ],
      },
    ],
  }),
};
