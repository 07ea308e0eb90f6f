import { z } from 'zod'
import { Id, Instant, Nothing, Person, text } from '../common'
import { endpoint, member } from '../endpoint'
import { annotation as limits } from './limits'

/** A short text at an instant or a range of a graph. */
export const Annotation = z.object({
  annotation_id: Id,
  graph_id: Id,
  text: z.string(),
  from: Instant,
  /** The end of a range; null for an instant. */
  to: Instant.nullable(),
  /** Null if the person no longer exists. */
  author: Person.nullable(),
  created_at: Instant,
  /** Whether the caller may change and delete it. */
  is_editable: z.boolean(),
})
export type Annotation = z.infer<typeof Annotation>

/** What a person writes, and where it stands. */
const written = { text: text(limits.textLength), from: Instant, to: Instant.nullable().default(null) }
const isInOrder = ({ from, to }: { from: string; to: string | null }) =>
  to === null || Date.parse(from) < Date.parse(to)
const wrongOrder = { path: ['to'], message: 'The end must be after the start.' }

export const listAnnotations = endpoint({
  method: 'POST',
  reads: true,
  path: '/graph/annotations/list',
  summary: 'Lists the annotations of a graph for everybody who may read its logbook, by their start.',
  access: member(),
  body: z.object({ graph_id: Id }),
  answer: z.array(Annotation),
})

export const addAnnotation = endpoint({
  method: 'POST',
  path: '/graph/annotations',
  summary:
    'Marks an instant of a graph with a short text, or with `to` a range. Everybody who may write in the logbook may do this.',
  access: member(),
  body: z.object({ graph_id: Id, ...written }).refine(isInOrder, wrongOrder),
  answer: Annotation,
})

export const changeAnnotation = endpoint({
  method: 'PATCH',
  path: '/graph/annotations/{annotation_id}',
  summary:
    'Replaces the text and the time of an annotation. Its author, while they may write in the logbook, and whoever manages the logbook may do this.',
  access: member(),
  body: z.object({ annotation_id: Id, ...written }).refine(isInOrder, wrongOrder),
  answer: Annotation,
})

export const deleteAnnotation = endpoint({
  method: 'DELETE',
  path: '/graph/annotations/{annotation_id}',
  summary: 'Deletes an annotation. Whoever may change it may do this.',
  access: member(),
  body: z.object({ annotation_id: Id }),
  answer: Nothing,
})

export const restoreAnnotation = endpoint({
  method: 'POST',
  path: '/graph/annotations/restore',
  summary: 'Brings back an annotation that was deleted less than a day ago. Whoever could delete it may do this.',
  access: member(),
  body: z.object({ annotation_id: Id }),
  answer: Annotation,
})
