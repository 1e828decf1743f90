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

const kept = retentionFormat("en");
const unnamed = "not named by the operator of this installation";

const describeOperator = ({ name, address, email }: Operator) =>
  name
    ? `The operator of this site is ${[name, address, email].filter(Boolean).join(", ")}. The legal notice says more.`
    : "Whoever installed this software here has not named the operator: the organization that invited you can tell you who it is.";

const records: RecordTexts = {
  account: `Your account: first and last name, email address and when you confirmed it, phone number if you give one, language and theme, the days it was created and last changed. Your password is stored as an Argon2id hash alone, from which it cannot be read. Kept as long as you have the account. If you close it, all of this is deleted or made anonymous after ${kept("closedAccount")}, also what organizations know of you as their customer; your bookings and payments stay in their books without your name, invoices as long as the law demands. An account whose address is never confirmed is deleted after ${kept("unconfirmedAccount")}.`,
  terms:
    "Which versions of the terms of service and of this policy you accepted, when, in which language, and of which operator. Kept as long as you have the account.",
  codes: `Links and codes from mails, as hashes: confirmation links for ${kept("confirmationLink")}, codes for a new password for ${kept("passwordCode")}, the links beside them for ${kept("passwordLink")}. For a sign-in that you have begun with the account of another site, a hash for ${kept("singleSignOn")}.`,
  emailChanges: `A change of your email: the new address until its link is opened, at most ${kept("emailChange")}; then the one before, with which it can be undone for ${kept("emailUndo")}. Of the links, hashes alone.`,
  secondFactors: `Two-step sign-in, if you turn it on: the key of your authenticator app, encrypted, since when it counts, and when it was last used; of your passkeys the public keys, their names, how often and when they were last used, and whether they are on several devices; your recovery codes as hashes, and which of them are used. Kept until you turn it off or remove them. Questions to a passkey, as hashes, for ${kept("passkeyChallenge")}. For a sign-in that waits for its code, the network address and a hash for ${kept("secondFactorTicket")}. If an owner of an organization asks to have a lost one removed, who asked for it, for ${kept("secondFactorRemoval")}.`,
  sessions: `Your sessions: for each sign-in the kind of browser and system, the network (IP) address, when it began and when it was last used, and a hash of its key. They end when you sign out, after ${kept("idleSession")} without use, and after ${kept("session")} in any case; they are deleted then.`,
  apiKeys:
    "API keys of an organization: their name and permissions, who made them, a hash of each, and when and from which network address it was last used. Kept as long as the organization is here.",
  memberships: `Your places in organizations: which ones, in which roles, since when; and invitations with the email address, the role, the date and who invited. An invitation can be answered for ${kept("invitation")}; the list of those sent stays with the organization. Requests to join with your message and the answer: an open one ends after ${kept("joinRequest")}, an answered one is deleted after ${kept("joinRequest")}. And join links that you made for the team.`,
  organizations:
    "Organizations: name, address, email, phone, numbers of the company or association and its owner; where an organization has a public page, also its contact and the name of the person responsible for the page, which everybody may read there. Kept as long as the organization is here, and beyond it on its invoices.",
  customers: `What an organization knows of its customers, with or without an account: name, email address, phone number, postal address, date of birth, guardian, customer number, categories, the numbers of a company, and the notes of its team, which you may ask to read. Kept as long as the organization needs it; it can have customers without an account made anonymous who have not booked or paid for a time that it sets. Whoever has booked without an account is made anonymous ${kept("guest")} after their last booking or payment. Of the codes that prove an address, hashes alone, for ${kept("guestCode")}; of the links in mails about such bookings too, until the booking’s page ends.`,
  bookings: `Your bookings and series: field, time, kind of event, number of people, price, notes, state, why one was canceled, and who entered and changed them. Kept as long as the organization needs them. While somebody chooses a time, others see for some seconds that it is being chosen. Of the players of a booking: the name and the email address by which the organizer invited you, or that you gave by a link, what you answered and when; the organizer and the team read it, other players your first name and an initial. An address that never accepted is deleted ${kept("playerInvitation")} after the booking, and so is that of who played without an account.`,
  waitlist: `Your places in waitlists: the field or sport, the day, the times and durations that suit, the number of people, what became of it, why a slot was not offered to you, who put you there; and what was offered to you and how you answered. The team of the organization sees who waits. Deleted ${kept("waitlistPlace")} after the place has ended. Of the links in mails about offers, hashes alone, for no longer.`,
  payments: `Your payments: amount, way of paying, state, what the payment service or the bank calls them, refunds with their reasons, disputes; for transfers the reference and the organization’s bank account. Kept as long as the law demands for accounts. Notices of the payment service are deleted ${kept("providerEvent")} after they were dealt with.`,
  invoices:
    "Your invoices and credit notes: your name, what was sold, prices and taxes, as data and as PDF. They cannot be changed and are kept as long as the law demands, in France ten years.",
  photos: `Photos of facilities and fields that a team uploads. A removed photo is deleted from the storage at once, at the latest after ${kept("removedPhoto")} or so.`,
  calendars: `Calendar feeds: that you made a link for your calendar program, a hash of it, and when it was last read. Kept until you replace or remove the link. And what calendars of other systems, which an organization follows, say of when its fields are busy, with the titles there, deleted ${kept("busyTime")} after its end.`,
  views:
    "Saved views of the planning: their name, their filters, who made them and whether others see them. Kept until they are deleted.",
  imports: `Imports: the file that was sent, its name, who sent it and what became of it. The file is deleted after ${kept("importedFile")}, the report stays.`,
  mails: `Emails: the messages the site sends you, with your address, their kind and when they were sent. Codes and links are removed from them once they are sent. Deleted after ${kept("mail")}.`,
  activity:
    "The activity log: for changes made in an organization, who made which change when, what was there before and after, and from which network address; and when you last read it. Kept as long as the organization is here, or for a time that it sets.",
  notifications: `What you are told of in the application: what happened in which organization, to which booking, payment, invitation, import or webhook, and whether you have read it, ${kept("notification")}; which kinds you want to be told of, as long as your account is here; and for each browser that you let be told, the address and the keys of its push service and your time zone, as long as its session.`,
  webhooks: `What an organization’s own systems are told, where it has set them up: bookings, payments, invoices and customers as they change, with what those systems answered. Deleted after ${kept("webhookDelivery")}.`,
  devices: `Doors and lights, where an organization has set them up: which of them are told of your booking, for which time, with your name, and what they answered, deleted after ${kept("deviceMessage")}; and the access code of your booking, deleted ${kept("accessCode")} after its end.`,
  dataExports: `Copies of your data that you asked for: the file, when it was asked for, and how far it has come. The file opens with your own session alone and is deleted after ${kept("dataExport")}. So is the copy of everything of an organization, which its owners alone can ask for and open, with who asked for it.`,
  requests: `Requests that your browser may have to repeat, with their answers, and live notices of changes: ${kept("repeatedRequest")} and ${kept("liveChange")}.`,
  limits:
    "Limits against abuse: hashed counts of attempts to sign in, register or reset a password. Deleted when their time is over, after a day at the latest.",
};

const storage: StorageTexts = {
  session: "the key of your session, from signing in to signing out;",
  language: "the language you chose;",
  theme: "light or dark, if you chose one;",
  organization: "the organization you last worked in;",
  deviceTokens: `a mark for each account that has signed in here, so that others who try your password cannot lock you out; it counts for ${kept("deviceToken")};`,
  lastBooking: "the facility, sport, duration and kind of your last booking, for each organization;",
  planningView: "how you last looked at the planning, for each organization;",
  planningViews: "views saved in this browser by earlier versions, until they have moved to your account;",
  planningLocked: "whether events can be moved by dragging;",
  planningQuietly: "whether customers are told of a move;",
  eventsLayout: "whether you see events as cards;",
  liveChanges: "which of your open tabs listens for changes, for about a second at a time, on unencrypted sites alone.",
  keptDay: "that you asked to keep the day of the desk on this device, with the number of your account;",
  singleSignOn: "while you sign in with the account of another site, a secret that is deleted once you are back;",
};

const processorTexts: ProcessorTexts = {
  mail: "A mail server, which gets your address and the text of each email to you.",
  storage: "A storage service (S3), which keeps uploaded photos.",
  stripe:
    "Stripe, for payments online: it gets your email address, what is paid for and the amount, for organizations with an account of their own their contact details. Your card is entered on Stripe’s own page and never comes here.",
  geopf:
    "The Géoplateforme of the French mapping agency IGN, for address search: the server sends it what is typed there, and nothing about who types.",
  google:
    "Google Places, for address search: the server sends it what is typed there, with the language and a number of the search, and nothing about who types.",
  openid:
    "The sign-in service of the operator (OpenID Connect), if you choose it on the login page: it learns that you sign in here, and tells the site your email address and your name.",
  push: "The push services of the makers of browsers (Google, Mozilla, Apple, Microsoft), only where you let a browser be told of news: the one of your browser learns that it gets a message, and when; the message is encrypted for your browser, and names no other person and no price.",
  sms: "Brevo (Sendinblue SAS, Paris), which sends text messages, only for organizations that use them: it learns the mobile number and the text, which names the club, the field and the time.",
};

function listProcessors({ processors }: LegalFacts): (string | readonly string[])[] {
  if (processors.length === 0) return ["This installation uses no services of others besides its hosting."];
  return ["Besides its hosting, this installation uses:", processors.map((processor) => processorTexts[processor])];
}

export const texts: LegalTexts = {
  terms: ({ operator }) => ({
    intro:
      "This site runs Baseline, open-source software for booking sports facilities. It is run by the organization or person who installed it: the operator of this site. These terms are an agreement between you and that operator.",
    sections: [
      {
        id: "service",
        heading: "What the site does",
        blocks: [
          "Organizations such as clubs, schools and cities present their facilities and fields here, manage who may use them, and keep their bookings. People with an account see the fields open to them and the events booked on them.",
          "The operator provides the site. Each organization decides on its own fields, opening hours, prices, roles and rules. What you book, you book with that organization, under its own conditions and house rules.",
        ],
      },
      {
        id: "account",
        heading: "Your account",
        blocks: [
          "To open an account you give your name and an email address that is yours, and you confirm that address. One person has one account, for all the organizations of this site.",
          [
            "Keep your password to yourself and do not use it elsewhere. Whoever signs in with it acts in your name.",
            "Keep your name and phone number up to date, so that organizations can reach you about a booking.",
            "If you think that somebody else has used your account, change your password at once: this ends all other sessions.",
          ],
          "If you are under the age at which you may conclude such an agreement where you live, a parent or guardian has to agree to it for you.",
        ],
      },
      {
        id: "bookings",
        heading: "Bookings",
        blocks: [
          "A booking holds one field for one span of time. It counts as soon as the site shows it as approved; some organizations approve each booking themselves, and it waits until they have done so.",
          "Prices are shown before you book, in the currency of the organization and with any tax included. Whether and until when a booking can be canceled, and what is refunded, is set by the organization and follows the law of the country it is in.",
          "An organization may cancel a booking when its field cannot be used, for instance because of the weather, works or safety. Its team then gives the reason.",
        ],
      },
      {
        id: "conduct",
        heading: "Fair use",
        blocks: [
          "So that the site works for everybody, please do not",
          [
            "book in the name of others without their consent, or book what you do not intend to use;",
            "try to see or change what you have no permission for, or to get around limits and blocks;",
            "put content here that is unlawful, insulting, or that violates the rights of others;",
            "burden the site with automated requests beyond what its documented interface allows.",
          ],
        ],
      },
      {
        id: "content",
        heading: "What you enter",
        blocks: [
          "What you enter remains yours. You allow the operator to store it and to show it to those who need it for the bookings: the people of the organizations concerned, each within the limits of their role. The privacy policy says what this means for personal data.",
        ],
      },
      {
        id: "availability",
        heading: "Availability and changes",
        blocks: [
          "The operator takes care that the site works and that its data is safe, but does not promise that it is available at every moment. Maintenance that takes long is announced where possible.",
          "Features may be added, changed or removed. The operator may change these terms when the site or the law changes; the date above says when this last happened. For changes that matter to you, the operator tells you beforehand by email or on the site.",
        ],
      },
      {
        id: "end",
        heading: "Ending it",
        blocks: [
          `You may stop using the site at any time and close your account yourself, in the settings. Bookings that lie ahead are canceled first, under the conditions of the organization, and what is owed is paid. The account can be brought back for ${kept("closedAccount")}.`,
          "The operator or an organization may turn off the access of those who seriously or repeatedly break these terms, and says why, unless the law forbids it.",
        ],
      },
      {
        id: "liability",
        heading: "Responsibility",
        blocks: [
          "The organizations are responsible for their facilities, for their safety, and for what they say about them here. The operator is responsible for damage caused by intent or gross negligence, for injury to life, body or health, and wherever else the law does not allow this to be limited. Beyond that, and as far as the law permits, the operator is not liable for damage that could not be foreseen when you opened your account, nor for what organizations and other users do.",
          "Your rights as a consumer under the law of the country you live in remain untouched.",
        ],
      },
      {
        id: "software",
        heading: "The software",
        blocks: [
          "Baseline is free software under the Apache License 2.0 and comes without warranty. Its authors neither operate this site nor see its data, and are not a party to this agreement.",
        ],
      },
      {
        id: "law",
        heading: "Law and contact",
        blocks: [
          "The law of the country where the operator is established applies. If one of these terms is not valid, the others remain so.",
          describeOperator(operator),
          "Questions and complaints go there, or to the organization that invited you.",
        ],
      },
    ],
  }),
  privacy: (facts) => ({
    intro:
      "This page says what this site stores about you, what for, for how long, and what you can do about it. It holds for Baseline as it is installed here, and it follows the General Data Protection Regulation (GDPR).",
    sections: [
      {
        id: "controller",
        heading: "Who is responsible",
        blocks: [
          describeOperator(facts.operator),
          "The operator is responsible for accounts and for the site itself. Each organization that you belong to or book with is responsible for what it records about you as its member or customer; the operator stores it on its behalf.",
          "The authors of Baseline receive no data from this site: the software sends nothing to them.",
        ],
      },
      {
        id: "data",
        heading: "What is stored, and how long",
        blocks: [
          Object.values(records),
          "Where no time is given, nothing is deleted by itself: the organization or the operator deletes it, unless the law asks for it to be kept.",
          "The technical log contains request numbers, times and addresses of pages, but no names, email addresses, passwords or network addresses.",
        ],
      },
      {
        id: "purposes",
        heading: "What for, and on what ground",
        blocks: [
          [
            "To run your account, show you what is open to you and keep your bookings: this is needed for the agreement with you (Article 6(1)(b) GDPR).",
            "To keep the site secure: sessions, activity and limits serve the legitimate interest in preventing misuse and finding out what happened (Article 6(1)(f)).",
            "To keep the records that tax and commercial law demand, where bookings are paid for (Article 6(1)(c)).",
            "To reach you by phone about a booking, if you have given a number: with your consent, which you withdraw by removing the number (Article 6(1)(a)).",
          ],
          "Nothing is used for advertising, no profiles are made, and no decisions about you are taken by machines alone.",
        ],
      },
      {
        id: "recipients",
        heading: "Who sees it",
        blocks: [
          "The team of an organization sees its members, its customers and their bookings, each person within the limits of their role. Other members do not see who booked a private event. An organization may have its own systems, such as its accounts or its doors, read what its team sees, or be told of it; it answers for them. The administrators of this site can see everything needed to run it.",
          ...listProcessors(facts),
          "These services are bound by contract to work on the operator’s instructions alone. Should one of them work outside the European Economic Area, the operator makes sure that the safeguards of Chapter V GDPR are in place. Data is never sold.",
        ],
      },
      {
        id: "browser",
        heading: "In your browser",
        blocks: [
          "This site sets no cookies, and loads nothing from other sites: no analytics, no fonts, no maps. A link to a map opens OpenStreetMap when you follow it. In the local storage of your browser the site keeps only what it needs to work:",
          listStorage(storage, ": "),
          `So that you can read them without a network, the browser keeps in its cache storage the files of one page (${cacheNames.offlinePage}) and, while you are signed in, your next bookings with their place, price and rules, and those in which you play with their place, your share and who booked (${cacheNames.answers}); the team of an organization, only where it is switched on in the preferences of that browser, also today and tomorrow of the facility last seen, with who is booked. Answers are kept for ${MAX_KEPT_HOURS} hours at most, and are deleted when you sign out, when your session ends, and when somebody else signs in. Payments, lists of people and keys are never kept there.`,
          `In the session storage, which ends with the tab, it remembers how far you had scrolled (${sessionStorageKeys.scroll}) and, where you book without an account, what you have chosen and typed so far (guest-steps), for ${GUEST_STEPS_MINUTES} minutes at most. Since all of this is needed for what you ask of the site, it does not require consent. You can clear it in your browser at any time; you are then signed out.`,
        ],
      },
      {
        id: "rights",
        heading: "Your rights",
        blocks: [
          "You can see and correct your name, phone number, language and theme yourself in the settings, and end your sessions there. Beyond that you have the right",
          [
            "to know what is stored about you and to receive a copy of it (Articles 15 and 20 GDPR), which you make yourself in the settings, under “Your data”;",
            "to have it corrected, deleted or restricted (Articles 16 to 18);",
            "to object to what rests on a legitimate interest (Article 21);",
            "to withdraw a consent for the future (Article 7).",
          ],
          "Ask the operator of this site or, for your place in an organization and your bookings there, that organization. You get an answer within one month. You may also complain to the data protection authority of the country where you live; in France this is the CNIL (www.cnil.fr).",
        ],
      },
      {
        id: "security",
        heading: "Security",
        blocks: [
          "Passwords, session keys, links and codes are stored as hashes alone. Attempts to sign in are limited. What belongs to one organization is kept apart from the others in the database itself. If personal data were ever exposed in spite of this, the operator informs the authority and, where the risk is high, you (Articles 33 and 34 GDPR).",
        ],
      },
      {
        id: "contact",
        heading: "Contact and changes",
        blocks: [
          describeOperator(facts.operator),
          "When what is stored changes, this page changes with it. The date above says when this last happened.",
        ],
      },
    ],
  }),
  imprint: ({ operator }) => ({
    intro: "Who runs this site, who is responsible for what it publishes, and who hosts it.",
    sections: [
      {
        id: "operator",
        heading: "Operator",
        blocks: [
          [
            `Name: ${operator.name ?? unnamed}`,
            `Address: ${operator.address ?? unnamed}`,
            `Email: ${operator.email ?? unnamed}`,
            `Phone: ${operator.phone ?? unnamed}`,
            `Register and VAT number: ${operator.registration ?? unnamed}`,
          ],
        ],
      },
      {
        id: "publisher",
        heading: "Responsible for publication",
        blocks: [
          [`Publication director: ${operator.publisher ?? unnamed}`],
          "What organizations say about themselves and their facilities, each of them answers for.",
        ],
      },
      {
        id: "host",
        heading: "Host",
        blocks: [
          [
            `Name: ${operator.hostName ?? unnamed}`,
            `Address: ${operator.hostAddress ?? unnamed}`,
            `Phone: ${operator.hostPhone ?? unnamed}`,
          ],
        ],
      },
      {
        id: "software",
        heading: "Software",
        blocks: [
          "This site runs Baseline, free software under the Apache License 2.0. Its authors neither operate this site nor see its data.",
        ],
      },
    ],
  }),
};
