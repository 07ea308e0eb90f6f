import { Plus, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type Graph, type Labels, MateLabels } from '#shared/contract/graphs/endpoints'
import { graph as limits } from '#shared/contract/graphs/limits'
import { colourCycle } from '#shared/limits'
import { labelColours } from '#shared/rules/label-colours'
import { areDistinct } from '#shared/rules/labels'
import { useErrorText } from '../../i18n/texts'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { IconButton } from '../../ui/icon-button'
import { Select } from '../../ui/select'
import { useChosen } from './colours'
import { LabelSwatch } from './label-swatch'
import { type GraphLabel, labelsOf } from './labels-of'
import { useGraphs } from './store'

interface Props {
  doc_id: number
  /** Null creates a graph. */
  graph: Graph | null
  onClose: () => void
  onSaved?: (graph: Graph) => void
}

type Row = Pick<GraphLabel, 'index' | 'text'>
type Problem = { at: 'name' | 'all' | number; text: string }

/** Creates a graph, or changes its name and its labels: one to five, each with its colour [9.8c, D22]. */
export function GraphDialog({ doc_id, graph, onClose, onSaved }: Props) {
  const { t } = useTranslation(['graphs', 'app'])
  const errorText = useErrorText()
  const chosen = useChosen(graph?.graph_id ?? 0)
  const [name, setName] = useState(graph?.name ?? '')
  const [rows, setRows] = useState<Row[]>(() => (graph ? labelsOf(graph) : [{ index: 0, text: '' }]))
  const [mate_labels, setMateLabels] = useState<MateLabels>(graph?.mate_labels ?? 'propose')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The index of a label in use is not reused before the label is removed from its logs, because that would rename it.
  const taken = new Set([...rows.map(row => row.index), ...Object.keys(graph?.labels ?? {}).map(Number)])
  const free = Array.from({ length: colourCycle }, (_, index) => index).find(index => !taken.has(index))
  const colours = labelColours(Object.fromEntries(rows.map(({ index, text }) => [index, text])), chosen)
  const filled = rows.map(row => ({ ...row, text: row.text.trim() })).filter(row => row.text !== '')

  function check(): Problem | null {
    if (name.trim() === '') return { at: 'name', text: t('edit.nameMissing') }
    if (filled.length === 0) return { at: rows[0]?.index ?? 'all', text: t('edit.labelMissing') }
    const twice = filled.findIndex((row, at) => !areDistinct([...filled.slice(0, at), row].map(label => label.text)))
    return twice < 0 ? null : { at: filled[twice]?.index ?? 'all', text: t('edit.labelTwice') }
  }

  /** Returns an error message; null if it is saved, or if logs would lose a label and the person is asked first. */
  async function save(drop_labels: boolean): Promise<string | null> {
    const labels: Labels = Object.fromEntries(filled.map(({ index, text }) => [index, text]))
    const params = { name: name.trim(), labels, mate_labels }
    const outcome = graph
      ? await useGraphs.getState().update({ graph_id: graph.graph_id, ...params, drop_labels })
      : await useGraphs.getState().create({ logbook_id: doc_id, ...params })
    if (outcome.ok) {
      onClose()
      onSaved?.(outcome.data)
      return null
    }
    if (outcome.code === 'label.in_use' && !drop_labels) {
      setAsking(true)
      return null
    }
    return errorText(outcome)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = check()
    setProblem(wrong)
    if (wrong) return
    setSaving(true)
    const failed = await save(false)
    setSaving(false)
    if (failed) setProblem({ at: 'all', text: failed })
  }
  const problemAt = (at: Problem['at']) => (problem?.at === at ? problem.text : null)
  const change = (index: number, text: string) =>
    setRows(rows.map(row => (row.index === index ? { ...row, text } : row)))
  function remove(index: number) {
    setRows(rows.filter(row => row.index !== index))
    // The pressed button disappears, so the focus moves within the list.
    list.current?.querySelector('input')?.focus()
  }
  function add() {
    if (free === undefined) return
    // Renders synchronously, so that the next key press goes into the new field.
    flushSync(() => setRows([...rows, { index: free, text: '' }].sort((a, b) => a.index - b.index)))
    list.current?.querySelector<HTMLInputElement>(`[data-index="${free}"]`)?.focus()
  }

  const removed = graph ? labelsOf(graph).filter(({ index }) => !filled.some(row => row.index === index)) : []
  return (
    <>
      <FormDialog
        title={t(graph ? 'edit.title' : 'edit.newTitle')}
        closeLabel={t('app:action.close')}
        cancelLabel={t('app:action.cancel')}
        submitLabel={t(graph ? 'app:action.save' : 'edit.create')}
        onClose={onClose}
        onSubmit={submit}
        isSubmitting={isSaving}
        error={problemAt('all')}
      >
        <TextField
          label={t('edit.name')}
          placeholder={t('edit.namePlaceholder')}
          value={name}
          maxLength={limits.nameLength}
          autoComplete="off"
          onChange={event => setName(event.target.value)}
          error={problemAt('name')}
        />
        <fieldset className="min-w-0">
          <legend className="text-xs font-medium text-muted">{t('edit.labels')}</legend>
          <ul ref={list} className="mt-1.5 grid gap-2">
            {rows.map(({ index, text }, at) => (
              <li key={index} className="flex items-start gap-2">
                <LabelSwatch index={colours[index] ?? index} className="mt-2.5" />
                <TextField
                  className="flex-1"
                  label={t('edit.label', { number: at + 1 })}
                  hideLabel
                  data-index={index}
                  value={text}
                  maxLength={limits.labelLength}
                  autoComplete="off"
                  onChange={event => change(index, event.target.value)}
                  error={problemAt(index)}
                />
                <IconButton
                  icon={X}
                  label={t('edit.remove', { label: text || t('edit.label', { number: at + 1 }) })}
                  disabled={rows.length === 1}
                  onClick={() => remove(index)}
                />
              </li>
            ))}
          </ul>
          <div className="mt-2 flex items-center gap-2">
            <Button size="sm" variant="quiet" icon={Plus} disabled={free === undefined} onClick={add}>
              {t('edit.add')}
            </Button>
            <p className="text-xs text-muted">
              {t(
                free === undefined && rows.length < colourCycle
                  ? 'edit.hintSave'
                  : graph
                    ? 'edit.hintKept'
                    : 'edit.hint',
              )}
            </p>
          </div>
        </fieldset>
        <Select<MateLabels>
          label={t('proposals.setting')}
          hint={t(`proposals.hint.${mate_labels}`)}
          options={MateLabels.options.map(value => ({ value, label: t(`proposals.${value}`) }))}
          value={mate_labels}
          onChange={setMateLabels}
        />
      </FormDialog>
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('edit.dropTitle')}
          text={t('edit.dropText', { labels: removed.map(graphLabel => graphLabel.text).join(', ') })}
          confirmLabel={t('edit.drop')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onConfirm={() => save(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
