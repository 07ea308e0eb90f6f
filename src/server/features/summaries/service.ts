import * as handover from './handover-service'
import * as words from './writing/action-words'
import * as thread from './writing/in-thread'

/** What other features ask about summaries. The feature's own endpoint is answered by the service beside this file. */

/** The sentences that stand for logs and the words that several of them use, extracted in a thread. */
export const digestOf = thread.digestOf

/** Words that announce what somebody is to do, by language. */
export const actionWords = words.actionWords

/** How the document of a recording goes from one organisation to another. */
export const { takeOut, putIn } = handover
