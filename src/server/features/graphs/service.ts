import * as graphs from './graphs-service'
import * as labels from './labels-service'

/** What other features ask about graphs. The feature's own endpoints are answered by the services beside this file. */

/** The graphs of a logbook that the caller was found to be allowed to read. */
export const graphsOf = graphs.graphsOf

/** Puts labels on a log that is being written: see the service. */
export const putLabels = labels.put
