import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Annotation } from '#shared/contract/graphs/annotations'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { failureBeside } from '../../../platform/failure-beside'
import { useFormat } from '../../../platform/format'
import { useAction } from '../../../platform/shortcuts'
import { IconButton } from '../../../ui/icon-button'
import { toast } from '../../../ui/toast'
import { deleteRestorable } from '../../undo/store'
import { AdditionSection } from '../addition-section'
import type { Stretch } from '../chart'
import { AnnotationDialog } from './annotation-dialog'
import { annotationsIn } from './annotations-in'
import { useAnnotations } from './store'

const none: readonly Annotation[] = []

/** The annotations in the time that a graph shows; loads them when the graph is opened. */
export function useAnnotationsOf({ graph_id, plot }: PlottedGraph): readonly Annotation[] {
  const items = useAnnotations(state => state.lists[graph_id]?.items) ?? none
  useEffect(() => void useAnnotations.getState().load(graph_id), [graph_id])
  const { from, to } = plot
  return useMemo(() => annotationsIn(items, { from, to }), [items, from, to])
}

/** Whether the list of annotations has its height, so that what is below it may be drawn. */
export const useIsAnnotated = ({ graph_id }: PlottedGraph): boolean =>
  useAnnotations(state => ['ready', 'failed'].includes(state.lists[graph_id]?.status ?? 'idle'))

interface Props {
  graph: PlottedGraph
  shown: readonly Annotation[]
  /** Whether the person may write some. */
  writable: boolean
  /** The selected time, for which a new one is written. */
  selected: Stretch | null
}

/** The annotations of a graph as a list, with the ways to write, change and delete them. */
export function Annotations({ graph, shown, writable, selected }: Props) {
  const { t } = useTranslation('graphs')
  const errorText = useErrorText()
  const { graph_id, plot } = graph
  const failure = useAnnotations(state => failureBeside(state.lists[graph_id]))
  const isReady = useAnnotations(state => state.lists[graph_id]?.status === 'ready')
  const [edited, setEdited] = useState<Annotation | 'new' | null>(null)

  async function remove(annotation: Annotation) {
    const annotations = useAnnotations.getState()
    const outcome = await deleteRestorable({
      remove: () => annotations.remove(annotation),
      done: t('annotations.deleted'),
      restore: () => annotations.restore(annotation),
      notRestored: t('annotations.notRestored'),
    })
    if (!outcome.ok) toast.failure(t('annotations.notDeleted'), { text: errorText(outcome) })
  }
  function onSaved(annotation: Annotation) {
    if (annotationsIn([annotation], plot).length === 0) toast.info(t('annotations.elsewhere'))
  }

  useAction({ label: t('annotations.add'), group: t('open'), isOn: writable && isReady }, () => setEdited('new'))

  if (!failure && (!isReady || (shown.length === 0 && !writable))) return null
  return (
    <AdditionSection
      title={t('annotations.title')}
      addLabel={t('annotations.add')}
      onAdd={writable ? () => setEdited('new') : null}
      failure={failure}
      failedText={t('annotations.failed')}
      onRetry={() => void useAnnotations.getState().load(graph_id)}
      noneText={t('annotations.none')}
      rows={shown.map((annotation, at) => (
        <Row
          key={annotation.annotation_id}
          annotation={annotation}
          number={at + 1}
          onEdit={() => setEdited(annotation)}
          onDelete={() => void remove(annotation)}
        />
      ))}
    >
      {edited && (
        <AnnotationDialog
          graph_id={graph_id}
          zone={plot.zone}
          annotation={edited === 'new' ? null : edited}
          time={timeFor(plot, selected)}
          onClose={() => setEdited(null)}
          onSaved={onSaved}
        />
      )}
    </AdditionSection>
  )
}

/** The selected time; otherwise now, if the graph shows it, or else the start of what it shows. */
function timeFor({ buckets, from, to }: PlottedGraph['plot'], selected: Stretch | null) {
  const [first, last] = [buckets[selected?.first ?? -1], buckets[selected?.last ?? -1]]
  if (first && last) return { from: first.from, to: last.to }
  const now = Date.now()
  const isShown = now >= Date.parse(from) && now < Date.parse(to)
  return { from: isShown ? new Date(now - (now % 60_000)).toISOString() : from, to: null }
}

/** Returns the time of an annotation in words; for a file, which is read on other days too, without “today”. */
export function useTimeOf(isForFile = false): (annotation: Pick<Annotation, 'from' | 'to'>) => string {
  const format = useFormat()
  const dayAndTime = (at: string) =>
    isForFile ? `${format.calendarDay(format.dayKey(at))}, ${format.time(at)}` : format.dayAndTime(at)
  return ({ from, to }) => {
    if (to === null) return dayAndTime(from)
    const isOneDay = format.dayKey(from) === format.dayKey(to)
    return `${dayAndTime(from)} – ${isOneDay ? format.time(to) : dayAndTime(to)}`
  }
}

interface RowProps {
  annotation: Annotation
  /** Under which it stands in a drawing on paper. */
  number: number
  onEdit: () => void
  onDelete: () => void
}

function Row({ annotation, number, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation('graphs')
  const timeOf = useTimeOf()
  const { text, author, is_editable } = annotation
  return (
    <li className="flex items-center gap-2 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p
          data-number={number}
          className="text-sm wrap-anywhere print:before:mr-2 print:before:content-[attr(data-number)]"
        >
          {text}
        </p>
        <p className="text-xs text-muted">
          {timeOf(annotation)}, {author?.user_displayname ?? t('annotations.former')}
        </p>
      </div>
      {is_editable && (
        <>
          <IconButton icon={Pencil} size="sm" label={t('annotations.edit', { text })} onClick={onEdit} />
          <IconButton
            icon={Trash2}
            size="sm"
            needsServer
            label={t('annotations.delete', { text })}
            onClick={onDelete}
          />
        </>
      )}
    </li>
  )
}
