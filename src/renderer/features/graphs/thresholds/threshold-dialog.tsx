import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlottedGraph, PlotUnit } from '#shared/contract/graphs/endpoints'
import { threshold as limits } from '#shared/contract/graphs/limits'
import { type Threshold, ThresholdSide } from '#shared/contract/graphs/thresholds'
import { useErrorText } from '../../../i18n/texts'
import { useSession } from '../../../platform/session'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { labelsOf } from '../labels-of'
import { type Settings, useThresholds } from './store'
import { WatchersField } from './watchers-field'

interface Props {
  graph: PlottedGraph
  /** Null sets a new one. */
  threshold: Threshold | null
  onClose: () => void
  onSaved: () => void
}

/** Sets a threshold for one label of a graph, or changes it. */
export function ThresholdDialog({ graph, threshold, onClose, onSaved }: Props) {
  const { t } = useTranslation(['graphs', 'app'])
  const errorText = useErrorText()
  const labels = labelsOf(graph)
  const [label, setLabel] = useState(String(threshold?.label ?? labels[0]?.index ?? 0))
  const [side, setSide] = useState<ThresholdSide>(threshold?.side ?? 'above')
  const [unit, setUnit] = useState<PlotUnit>(threshold?.unit ?? graph.plot.unit)
  const [value, setValue] = useState(threshold ? String(threshold.value) : '')
  const self = useSession(state => state.userId)
  /** The people whose notifications are changed, and how. */
  const [changed, setChanged] = useState<Readonly<Record<number, boolean>>>({})
  const isIn = (user_id: number) =>
    changed[user_id] ?? (threshold ? threshold.watcher_ids.includes(user_id) : user_id === self)
  const [problem, setProblem] = useState<{ at: 'value' | 'all'; text: string } | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const number = /^\d+$/.test(value.trim()) ? Number(value) : null
    if (number === null || number > limits.value || (side === 'below' && number === 0))
      return setProblem({ at: 'value', text: t(side === 'below' ? 'thresholds.belowWrong' : 'thresholds.valueWrong') })
    setProblem(null)
    setSaving(true)
    const watchers = Object.entries(changed).map(([id, is_watching]) => ({ user_id: Number(id), is_watching }))
    const settings: Settings = { label: Number(label), side, value: number, unit, watchers }
    const { add, change } = useThresholds.getState()
    const { zone } = graph.plot
    const outcome = await (threshold ? change(threshold, settings) : add(graph.graph_id, { ...settings, zone }))
    setSaving(false)
    if (!outcome.ok) return setProblem({ at: 'all', text: errorText(outcome) })
    onClose()
    onSaved()
  }

  return (
    <FormDialog
      title={t(threshold ? 'thresholds.editTitle' : 'thresholds.newTitle')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t(threshold ? 'app:action.save' : 'thresholds.add')}
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSaving}
      error={problem?.at === 'all' ? problem.text : null}
    >
      <Select
        label={t('thresholds.label')}
        options={labels.map(({ index, text }) => ({ value: String(index), label: text }))}
        value={label}
        onChange={setLabel}
      />
      <Select
        label={t('thresholds.side')}
        options={ThresholdSide.options.map(option => ({ value: option, label: t(`thresholds.sides.${option}`) }))}
        value={side}
        onChange={setSide}
      />
      <TextField
        label={t('thresholds.value')}
        hint={t(`thresholds.hint.${side}`)}
        value={value}
        inputMode="numeric"
        autoComplete="off"
        onChange={event => setValue(event.target.value)}
        error={problem?.at === 'value' ? problem.text : null}
      />
      <Select
        label={t('thresholds.unit')}
        options={PlotUnit.options.map(option => ({ value: option, label: t(`thresholds.units.${option}`) }))}
        value={unit}
        onChange={setUnit}
      />
      <WatchersField
        doc_id={graph.logbook_id}
        isIn={isIn}
        onChange={(user_id, isWatching) => setChanged({ ...changed, [user_id]: isWatching })}
      />
    </FormDialog>
  )
}
