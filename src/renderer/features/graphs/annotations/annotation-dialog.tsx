import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Annotation } from '#shared/contract/graphs/annotations'
import { annotation as limits } from '#shared/contract/graphs/limits'
import { useErrorText } from '../../../i18n/texts'
import { instantOf, minuteOf } from '../../../platform/day-bounds'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { useAnnotations } from './store'

interface Props {
  graph_id: number
  zone: string
  /** Null writes a new one. */
  annotation: Annotation | null
  /** Where a new one stands unless the person chooses another time. */
  time: { from: string; to: string | null }
  onClose: () => void
  onSaved: (annotation: Annotation) => void
}

type Problem = { at: 'text' | 'from' | 'to' | 'all'; text: string }

/** Writes a short text for an instant or a range of a graph, or changes it. */
export function AnnotationDialog({ graph_id, zone, annotation, time, onClose, onSaved }: Props) {
  const { t } = useTranslation(['graphs', 'app'])
  const errorText = useErrorText()
  const [before] = useState(annotation ?? { text: '', ...time })
  const shown = { from: minuteOf(before.from, zone), to: before.to === null ? '' : minuteOf(before.to, zone) }
  const [text, setText] = useState(before.text)
  const [fields, setFields] = useState(shown)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSaving, setSaving] = useState(false)

  // A field shows whole minutes, so what was not changed keeps its seconds.
  const from = fields.from === shown.from ? before.from : instantOf(fields.from, zone)
  const to = fields.to === shown.to ? before.to : fields.to === '' ? null : instantOf(fields.to, zone)

  function check(): Problem | null {
    if (text.trim() === '') return { at: 'text', text: t('annotations.textMissing') }
    if (from === null) return { at: 'from', text: t('annotations.fromMissing') }
    if (to !== null && Date.parse(to) <= Date.parse(from)) return { at: 'to', text: t('annotations.toWrong') }
    return null
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = check()
    setProblem(wrong)
    if (wrong || from === null) return
    setSaving(true)
    const written = { text: text.trim(), from, to }
    const { add, change } = useAnnotations.getState()
    const outcome = await (annotation ? change(annotation, written) : add(graph_id, written))
    setSaving(false)
    if (!outcome.ok) return setProblem({ at: 'all', text: errorText(outcome) })
    onClose()
    onSaved(outcome.data)
  }
  const problemAt = (at: Problem['at']) => (problem?.at === at ? problem.text : null)

  return (
    <FormDialog
      title={t(annotation ? 'annotations.editTitle' : 'annotations.newTitle')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t(annotation ? 'app:action.save' : 'annotations.add')}
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSaving}
      error={problemAt('all')}
    >
      <TextField
        label={t('annotations.text')}
        placeholder={t('annotations.placeholder')}
        value={text}
        maxLength={limits.textLength}
        autoComplete="off"
        onChange={event => setText(event.target.value)}
        error={problemAt('text')}
      />
      <TextField
        type="datetime-local"
        label={t('annotations.from')}
        value={fields.from}
        onChange={event => setFields({ ...fields, from: event.target.value })}
        error={problemAt('from')}
      />
      <TextField
        type="datetime-local"
        label={t('annotations.to')}
        hint={t('annotations.toHint')}
        value={fields.to}
        onChange={event => setFields({ ...fields, to: event.target.value })}
        error={problemAt('to')}
      />
    </FormDialog>
  )
}
