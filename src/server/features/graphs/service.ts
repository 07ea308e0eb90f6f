import * as graphs from './graphs-service'
import * as labels from './labels-service'
import * as plot from './plot-service'
import * as proposing from './proposals/propose-job'
import * as store from './store'
import * as crossings from './thresholds/crossings'

/** The functions of graphs for other features. The services beside this file answer the feature's own endpoints. */

/** The graphs of a logbook that the caller may read. */
export const graphsOf = graphs.graphsOf

/** How many logs of a logbook carry each label of its graphs: see the service. */
export const { countsBetween } = plot

/** Adds labels to a log that is being written: see the service. */
export const putLabels = labels.put

/** Has Mate label a log: see there. */
export const proposeLabels = proposing.enqueueProposal

/** Labels that occur in a text: see the store. */
export const { labelsNamedIn } = store

/** A label with the names of its graph and logbook. */
export type NamedLabel = store.NamedLabel

/** Creates a graph for a logbook of which the caller is an editor. */
export const createGraph = graphs.create

/** Which thresholds are crossed: see there. */
export const { exceededBy, nextEnd, undercutSince } = crossings
export type Crossing = crossings.Crossing
