import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Prompt } from '#shared/contract/jobs/endpoints'
import { job as limits } from '#shared/contract/jobs/limits'
import { useErrorText } from '../../../i18n/texts'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { SkeletonRows } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast'
import { deleteRestorable } from '../../undo/store'
import { usePrompts } from './store'

interface Props {
  /** The text of the job, which can be saved. */
  text: string
  onInsert: (text: string) => void
  onClose: () => void
}

/** The library of prompts: inserts one, deletes one, or saves the text of the job as a new one. */
export function PromptsDialog({ text, onInsert, onClose }: Props) {
  const { t } = useTranslation(['jobs', 'app'])
  useEffect(() => void usePrompts.getState().open(), [])
  return (
    <Dialog open size="lg" onClose={onClose} title={t('prompts.title')} closeLabel={t('app:action.close')}>
      <div className="flex flex-col gap-4">
        <Library
          onInsert={chosen => {
            onInsert(chosen)
            onClose()
          }}
        />
        {text.trim() !== '' && <SaveForm text={text} />}
      </div>
    </Dialog>
  )
}

function Library({ onInsert }: { onInsert: (text: string) => void }) {
  const { t } = useTranslation(['jobs', 'app'])
  const errorText = useErrorText()
  const { items, status, failure, load, remove, create } = usePrompts()
  const [deleted, setDeleted] = useState<number | null>(null)
  const [renamed, rename] = useState<number | null>(null)

  async function take({ prompt_id, name, text }: Prompt) {
    setDeleted(prompt_id)
    const outcome = await deleteRestorable({
      remove: () => remove(prompt_id),
      done: t('delete.done', { name }),
      restore: () => create({ name, text }),
      notRestored: t('prompts.notRestored', { name }),
    })
    setDeleted(null)
    if (!outcome.ok) toast.failure(t('prompts.notDeleted'), { text: errorText(outcome) })
  }
  if (status === 'failed') {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
        {failure && errorText(failure)}
        <Button size="sm" onClick={() => void load()}>
          {t('app:action.tryAgain')}
        </Button>
      </p>
    )
  }
  if (status !== 'ready') return <SkeletonRows rows={3} label={t('prompts.loading')} />
  if (items.length === 0) return <p className="text-sm text-muted">{t('prompts.none')}</p>
  return (
    <ul aria-label={t('prompts.title')} className="divide-y divide-line">
      {items.map(({ prompt_id, name, text }) =>
        prompt_id === renamed ? (
          <li key={prompt_id} className="py-2.5">
            <RenameForm prompt_id={prompt_id} name={name} onDone={() => rename(null)} />
          </li>
        ) : (
          <li key={prompt_id} className="flex items-start gap-3 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">{name}</span>
              <span className="line-clamp-2 text-xs text-muted">{text}</span>
            </span>
            <Button size="sm" aria-label={t('prompts.insertNamed', { name })} onClick={() => onInsert(text)}>
              {t('prompts.insert')}
            </Button>
            <IconButton
              needsServer
              icon={Pencil}
              label={t('prompts.rename', { name })}
              onClick={() => rename(prompt_id)}
            />
            <IconButton
              needsServer
              icon={Trash2}
              label={t('prompts.delete', { name })}
              loading={deleted === prompt_id}
              onClick={() => void take({ prompt_id, name, text })}
            />
          </li>
        ),
      )}
    </ul>
  )
}

function RenameForm({ prompt_id, name: before, onDone }: { prompt_id: number; name: string; onDone: () => void }) {
  const { t } = useTranslation(['jobs', 'app'])
  const errorText = useErrorText()
  const [name, setName] = useState(before)
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setError(t('prompts.nameMissing'))
    setSaving(true)
    const outcome = await usePrompts.getState().rename(prompt_id, name.trim())
    setSaving(false)
    if (outcome.ok) onDone()
    else setError(errorText(outcome))
  }
  return (
    <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={event => void submit(event)}>
      <TextField
        autoFocus
        className="min-w-48 flex-1"
        label={t('prompts.newName', { name: before })}
        maxLength={limits.nameLength}
        autoComplete="off"
        value={name}
        error={error}
        onChange={event => {
          setName(event.target.value)
          setError(null)
        }}
      />
      <Button variant="quiet" onClick={onDone}>
        {t('app:action.cancel')}
      </Button>
      <Button needsServer type="submit" variant="primary" loading={isSaving}>
        {t('app:action.save')}
      </Button>
    </form>
  )
}

function SaveForm({ text }: { text: string }) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setError(t('prompts.nameMissing'))
    setSaving(true)
    const outcome = await usePrompts.getState().create({ name: name.trim(), text })
    setSaving(false)
    if (!outcome.ok) return setError(errorText(outcome))
    setName('')
    toast.success(t('prompts.saved', { name: outcome.data.name }))
  }
  return (
    <form noValidate className="flex items-end gap-2 border-t border-line pt-4" onSubmit={event => void submit(event)}>
      <TextField
        className="flex-1"
        label={t('prompts.saveAs')}
        maxLength={limits.nameLength}
        autoComplete="off"
        value={name}
        error={error}
        onChange={event => {
          setName(event.target.value)
          setError(null)
        }}
      />
      <Button needsServer type="submit" loading={isSaving}>
        {t('prompts.save')}
      </Button>
    </form>
  )
}
