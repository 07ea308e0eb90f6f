import * as graphs from './graphs-service'
import * as labels from './labels-service'

/** The functions of graphs for other features. The services beside this file answer the feature's own endpoints. */

/** The graphs of a logbook that the caller may read. */
export const graphsOf = graphs.graphsOf

/** Adds labels to a log that is being written: see the service. */
export const putLabels = labels.put
