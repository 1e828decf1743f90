import { guests } from "#contract/guests.ts";
import { prefetch, serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { bookAsGuest } from "./book.ts";
import { checkCode, sendCode } from "./codes.ts";
import {
  cancelOwn,
  checkOwnPayment,
  checkOwnVoucher,
  countOwnGuess,
  moveOwn,
  payOwn,
  payOwnByVoucher,
  readOwn,
  readOwnSlots,
  refreshOwnPayment,
  sendOwnCalendar,
} from "./own-booking.ts";
import { createLinkByGuest, endLinkByGuest, inviteByGuest, readOwnPlayers, removeByGuest } from "./own-players.ts";
import { countGuestCode, readDesk, readGuestQuote, readGuestSlots } from "./read.ts";

export default serveModule(guests, {
  read: readDesk,
  slots: readGuestSlots,
  // Codes and tries are counted although they are refused.
  code: withoutTransaction(sendCode),
  check: withoutTransaction(checkCode),
  quote: prefetch((call) => countGuestCode(call, call.body.promoCode), readGuestQuote),
  book: prefetch((call) => countGuestCode(call, call.body.promoCode), bookAsGuest),
  booking: prefetch(refreshOwnPayment, readOwn),
  cancel: prefetch(checkOwnPayment, cancelOwn),
  move: moveOwn,
  checkout: withoutTransaction(payOwn),
  checkVoucher: prefetch((call) => countOwnGuess(call, call.body.code), checkOwnVoucher),
  payByVoucher: prefetch((call) => countOwnGuess(call, call.body.voucherCode), payOwnByVoucher),
  ownSlots: readOwnSlots,
  calendar: sendOwnCalendar,
  players: readOwnPlayers,
  invite: inviteByGuest,
  removePlayer: removeByGuest,
  createLink: createLinkByGuest,
  endLink: endLinkByGuest,
});
