import type { LegalTexts } from "./legal-document.ts";

export const texts: LegalTexts = {
  terms: {
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
          "Prices are shown before you book, in the currency of the organization and with any tax included. Whether and until when a booking can be cancelled, and what is refunded, is set by the organization and follows the law of the country it is in.",
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
          "You may stop using the site at any time and ask the operator to close your account. Bookings that lie ahead should be cancelled first, under the conditions of the organization.",
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
          "Questions and complaints go to the operator of this site, in the way the operator names on its own website or in the emails you receive from here, or through the organization that invited you.",
        ],
      },
    ],
  },
  privacy: {
    intro:
      "This page says what this site stores about you, what for, for how long, and what you can do about it. It holds for Baseline as it is installed here, and it follows the General Data Protection Regulation (GDPR).",
    sections: [
      {
        id: "controller",
        heading: "Who is responsible",
        blocks: [
          "The operator of this site, that is, the organization or person who runs it, is responsible for accounts and for the site itself. Each organization that you belong to or book with is responsible for what it records about you as its member or customer; the operator stores it on its behalf.",
          "The authors of Baseline receive no data from this site: the software sends nothing to them.",
        ],
      },
      {
        id: "data",
        heading: "What is stored",
        blocks: [
          [
            "Your account: first and last name, email address and when you confirmed it, phone number if you give one, language and theme, the days it was created and last changed. Your password is stored as an Argon2id hash alone, from which it cannot be read.",
            "Your sessions: for each sign-in the kind of browser and system, the network (IP) address, when it began and when it was last used, and a hash of its key.",
            "Your places in organizations: which ones, in which roles, since when, and invitations with the email address, role and date.",
            "Your bookings: field, time, kind of event, number of people, price, notes, state, and who entered them. For customers without an account, the team may note a name and a phone number.",
            "Emails: the messages the site sends you, with your address, their kind and when they were sent. Codes and links are removed from them once they are sent.",
            "Activity: for changes made in an organization, who made which change when, and from which network address.",
            "Limits against abuse: hashed counts of attempts to sign in, register or reset a password.",
          ],
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
          "The team of an organization sees its members, its customers and their bookings, each person within the limits of their role. Other members do not see who booked a private event. The administrators of this site can see everything needed to run it.",
          "Besides, there are only those the operator entrusts with technical work, such as hosting and sending emails, bound by contract to do it on the operator’s instructions alone. Should one of them work outside the European Economic Area, the operator makes sure that the safeguards of Chapter V GDPR are in place. Data is never sold.",
        ],
      },
      {
        id: "retention",
        heading: "How long",
        blocks: [
          [
            "Accounts: as long as you keep yours. One whose address is never confirmed is deleted after 30 days.",
            "Sessions: they end when you sign out, after 30 days without use, and after 90 days in any case; they are deleted then.",
            "Confirmation links: 24 hours. Codes to reset a password: 15 minutes.",
            "Records of sent emails: 30 days. Live notices of changes: one day.",
            "Bookings and activity: as long as the organization needs them for its running, and as long as the law demands for accounts and receipts.",
          ],
        ],
      },
      {
        id: "browser",
        heading: "In your browser",
        blocks: [
          "This site sets no cookies, and loads nothing from other sites: no analytics, no fonts, no maps. In the local storage of your browser it keeps only what it needs to work:",
          [
            "access_token: the key of your session, from signing in to signing out;",
            "language: the language you chose;",
            "current-theme: light or dark, if you chose one;",
            "current-organization: the organization you last worked in;",
            "device_tokens: a mark for each account that has signed in here, so that others who try your password cannot lock you out.",
          ],
          "In the session storage, which ends with the tab, it remembers how far you had scrolled. Since all of this is needed for what you ask of the site, it does not require consent. You can clear it in your browser at any time; you are then signed out.",
        ],
      },
      {
        id: "rights",
        heading: "Your rights",
        blocks: [
          "You can see and correct your name, phone number, language and theme yourself in the settings, and end your sessions there. Beyond that you have the right",
          [
            "to know what is stored about you and to receive a copy of it (Articles 15 and 20 GDPR);",
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
          "The operator of this site answers questions about this page; the way to reach it is named on its own website and in the emails you receive from here, or the organization that invited you can tell you.",
          "When what is stored changes, this page changes with it. The date above says when this last happened.",
        ],
      },
    ],
  },
};
