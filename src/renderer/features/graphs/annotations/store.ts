import type { Input } from '#shared/contract/endpoint'
import {
  Annotation,
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
  listAnnotations,
  restoreAnnotation,
} from '#shared/contract/graphs/annotations'
import { call, type Outcome } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { onResync, reloadOn } from '../../../platform/live'
import { additionCopies, usePlot } from '../plots'

/** What a person writes, and where it stands. */
type Written = Omit<Input<typeof addAnnotation>, 'graph_id'>

/** The annotations of each graph that was opened, by their start. */
export const useAnnotations = createKeyedListSlice('graphs.annotations', {
  list: (graph_id: number) => call(listAnnotations, { graph_id }),
  nameOf: graph_id => graph_id,
  key: (annotation: Annotation) => annotation.annotation_id,
  copies: graph_id => additionCopies(graph_id, 'annotations', Annotation),
  actions: ({ changer }) => ({
    async add(graph_id: number, written: Written): Promise<Outcome<Annotation>> {
      const change = changer(graph_id)
      const outcome = await call(addAnnotation, { graph_id, ...written })
      if (outcome.ok) change(items => withOne(items, outcome.data))
      return outcome
    },

    async change({ graph_id, annotation_id }: Annotation, written: Written): Promise<Outcome<Annotation>> {
      const change = changer(graph_id)
      const outcome = await call(changeAnnotation, { annotation_id, ...written })
      if (outcome.ok) change(items => withOne(items, outcome.data))
      return outcome
    },

    async remove({ graph_id, annotation_id }: Annotation): Promise<Outcome<null>> {
      const change = changer(graph_id)
      const outcome = await call(deleteAnnotation, { annotation_id })
      if (outcome.ok) change(items => items.filter(item => item.annotation_id !== annotation_id))
      return outcome
    },

    async restore({ graph_id, annotation_id }: Annotation): Promise<Outcome<Annotation>> {
      const change = changer(graph_id)
      const outcome = await call(restoreAnnotation, { annotation_id })
      if (outcome.ok) change(items => withOne(items, outcome.data))
      return outcome
    },
  }),
})

function withOne(items: readonly Annotation[], annotation: Annotation): Annotation[] {
  const others = items.filter(item => item.annotation_id !== annotation.annotation_id)
  return [...others, annotation].sort(
    (a, b) => Date.parse(a.from) - Date.parse(b.from) || a.annotation_id - b.annotation_id,
  )
}

function refresh(graph_id: number | undefined): void {
  if (graph_id !== undefined) void useAnnotations.getState().refresh(graph_id)
}
const refreshShown = () => refresh(usePlot.getState().params?.graph_id)

reloadOn(
  'graph.annotated',
  ({ graph_id }) => refresh(graph_id),
  ({ graph_id }) => graph_id,
)
// These change who may edit them.
reloadOn(['document.access_changed', 'role.changed', 'branch.changed', 'member.changed'], refreshShown)
onResync(refreshShown)
