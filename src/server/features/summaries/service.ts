import * as handover from './handover-service'
import * as words from './writing/action-words'
import * as thread from './writing/in-thread'

/** The functions of summaries for other features. The service beside this file answers the feature's own endpoint. */

/** The sentences that represent logs and the words that several of them use, extracted in a thread. */
export const digestOf = thread.digestOf

/** Expressions for a task, by language. */
export const actionWords = words.actionWords

/** Moves the document of a recording from one organisation to another. */
export const { removeDocument, addSummary } = handover
