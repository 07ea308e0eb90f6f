import { z } from 'zod'
import type { Input } from '#shared/contract/endpoint'
import { PlottedGraph, type readGraph } from '#shared/contract/graphs/endpoints'
import { Log } from '#shared/contract/logs/log'
import type { Outcome } from '../../platform/api'
import { answerOrCopy, type CopyScreen, isUnreachable } from '../../platform/copied-answer'
import { useCopiesShown } from '../../platform/copies-shown'
import { account } from '../../platform/guest'
import { offlineCopies } from '../../platform/offline-copies'
import { copyOfPart } from '../documents/store'

/** How many selected logs are copied: what is shown of them at first. */
export const maxChosen = 12

/** Which numbers of a graph are read: of a time, of the one that the server chooses, or of the last days in a page. */
export type PlotRequest = Omit<Input<typeof readGraph>, 'format'> & { isInPage?: boolean }

/** The part of a logbook's copies that holds the numbers. Those in a page are always the last ones. */
function partOf({ graph_id, from, to, unit, isInPage = false }: PlotRequest): string {
  if (isInPage) return `plot.${graph_id}.page`
  return ['plot', graph_id, ...(from && to ? [from, to] : []), ...(unit ? [unit] : [])].join('.')
}

/** Only the answer says which logbook a graph is of, and with it what its copy ends with. */
async function nameOf(request: PlotRequest): Promise<string | null> {
  const owner = account()
  const copies = await offlineCopies.list().catch(() => [])
  const part = partOf(request)
  const found = copies.find(
    copy =>
      copy.account === owner && copy.name === copyOfPart(Number.parseInt(copy.name.split('.')[1] ?? '', 10), part),
  )
  return found?.name ?? null
}

/**
 * Waits for the numbers of a graph, and shows their copy if that takes long or fails, where there is nothing yet. Keeps the
 * answer, and drops what the person may no longer read.
 */
export async function plotOrCopy(
  request: PlotRequest,
  asked: Promise<Outcome<PlottedGraph>>,
  screen: CopyScreen<PlottedGraph>,
): Promise<Outcome<PlottedGraph>> {
  const owner = account()
  const name = await nameOf(request)
  const outcome = await (name === null ? asked : answerOrCopy(asked, { name, schema: PlottedGraph }, screen))
  if (account() !== owner) return outcome
  if (outcome.ok) keep(request, outcome.data)
  else if (name !== null && !isUnreachable(outcome.code)) await offlineCopies.drop(name)
  return outcome
}

const keep = (request: PlotRequest, plot: PlottedGraph): void =>
  offlineCopies.keep(copyOfPart(plot.logbook_id, partOf(request)), { ...plot, created_by: null, updated_by: null })

/** The selected logs of a graph: those of a time with one label or any, or a single one. */
export type Choice = { from: string; to: string; label: number | null } | { log_id: number }

/** Selected logs are a part of the numbers: they leave the device with these. */
function chosenPlace({ logbook_id, graph_id }: PlottedGraph, choice: Choice) {
  const part = 'log_id' in choice ? ['log', choice.log_id] : [choice.from, choice.to, choice.label ?? 'all']
  return { name: copyOfPart(logbook_id, ['plot', graph_id, 'chosen', ...part].join('.')), schema: z.array(Log) }
}

/** The same as `plotOrCopy` for the beginning of the selected logs. */
export async function chosenOrCopy(
  graph: PlottedGraph,
  choice: Choice,
  asked: Promise<Outcome<Log[]>>,
  screen: CopyScreen<Log[]>,
): Promise<Outcome<Log[]>> {
  const owner = account()
  const place = chosenPlace(graph, choice)
  const outcome = await answerOrCopy(asked, place, screen)
  if (account() !== owner) return outcome
  if (outcome.ok) offlineCopies.keep(place.name, outcome.data.slice(0, maxChosen))
  else if (!isUnreachable(outcome.code)) await offlineCopies.drop(place.name)
  return outcome
}

/** Logs that are no longer selected are no copy that is shown. */
export const chosenLeft = (graph: PlottedGraph, choice: Choice): void =>
  useCopiesShown.getState().isFresh(chosenPlace(graph, choice).name)

/** Numbers that are no longer on screen are no copies that are shown. */
export function plotLeft({ graph_id }: { graph_id: number }): void {
  const { shown, isFresh } = useCopiesShown.getState()
  const isOfGraph = new RegExp(`^document\\.\\d+\\.plot\\.${graph_id}(\\.|$)`)
  for (const name of Object.keys(shown)) if (isOfGraph.test(name)) isFresh(name)
}

/** A deleted graph leaves the device with all copies of its numbers. */
export const dropPlots = (doc_id: number, graph_id: number): Promise<void> =>
  offlineCopies.drop(copyOfPart(doc_id, `plot.${graph_id}`))
