import * as book from './book'
import * as retention from './retention'

/** What others ask of guests. The feature's own endpoints are answered by the services beside this file. */

/** See the book. */
export const guestBook = book.guestBook

/** What the cleanup removes of guests. */
export const guestSweeps = retention.guestSweeps
