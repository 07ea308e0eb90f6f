import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteItem } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { log as limits } from '#shared/contract/logs/limits'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import { Dictate } from '../../platform/dictate'
import { insertText } from '../../platform/insert-text'
import { randomText } from '../../platform/random'
import { cx } from '../../ui/cx'
import { TextArea, TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { SkeletonRows } from '../../ui/skeleton'
import { toast } from '../../ui/toast'
import { arrived } from './outbox'
import { useFoundLogbooks } from './use-found-logbooks'

interface Props {
  /** Pictures of sources. */
  frames: readonly { id: string; url: string; alt: string }[]
  onClose: () => void
}

/** The dialog that writes a log with pictures of sources into a chosen logbook. */
export function AddDialog({ frames, onClose }: Props) {
  const { t } = useTranslation(['attachments', 'logbooks', 'app'])
  const errorText = useErrorText()
  const [chosen, choose] = useState<NoteItem | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [content, setContent] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const keyOf = useKey()
  const tooMany = frames.length > limits.frames ? t('add.tooMany', { most: limits.frames }) : null

  async function submit() {
    if (!chosen) {
      setError(t('add.choose'))
      return
    }
    if (tooMany) return
    const { doc_id, doc_name } = chosen
    const params = { doc_id, content, frame_ids: frames.map(frame => frame.id) }
    setSubmitting(true)
    setError(null)
    const outcome = await call(writeLog, params, { idempotencyKey: keyOf(JSON.stringify(params)) })
    setSubmitting(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    const { id } = outcome.data
    arrived(outcome.data)
    const show = () => {
      location.hash = `#/docs/${doc_id}?log=${id}`
    }
    toast.success(t('add.done', { name: doc_name }), { action: { label: t('add.show'), onPress: show } })
    onClose()
  }

  return (
    <FormDialog
      title={t('add.open')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('add.submit')}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        return submit()
      }}
      isSubmitting={isSubmitting}
      error={tooMany ?? error}
    >
      <ul className="flex flex-wrap gap-2">
        {frames.map(({ id, url, alt }) => (
          <li key={id}>
            <img src={url} alt={alt} className="h-18 w-32 rounded-sm bg-surface-3 object-cover" />
          </li>
        ))}
      </ul>
      <Logbooks
        chosen={chosen}
        onChoose={item => {
          choose(item)
          setError(null)
        }}
      />
      <TextArea
        ref={area}
        label={t('add.words')}
        hint={t('add.wordsHint')}
        rows={2}
        maxLength={limits.contentLength}
        value={content}
        onChange={event => setContent(event.target.value)}
      />
      <Dictate onSpoken={words => setContent(insertText(area.current, words))} />
    </FormDialog>
  )
}

/** Returns the same idempotency key for the same content, and a new one for other content. */
function useKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' })
  return content => {
    if (last.current.content !== content) last.current = { content, key: randomText() }
    return last.current.key
  }
}

function Logbooks({ chosen, onChoose }: { chosen: NoteItem | null; onChoose: (item: NoteItem) => void }) {
  const { t } = useTranslation(['attachments', 'logbooks'])
  const [words, setWords] = useState('')
  const { items, isFailed } = useFoundLogbooks(words)
  // The chosen logbook stays visible, even if the search no longer matches it.
  const rows = items && chosen && items.every(item => item.doc_id !== chosen.doc_id) ? [chosen, ...items] : items
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1 text-xs font-medium text-muted">{t('add.where')}</legend>
      <TextField
        type="search"
        label={t('add.search')}
        hideLabel
        quiet
        icon={Search}
        placeholder={t('add.search')}
        value={words}
        onChange={event => setWords(event.target.value)}
        onKeyDown={event => {
          // Enter searches and must not submit the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div className="max-h-52 min-h-24 overflow-y-auto rounded-sm border border-line">
        {!rows && !isFailed && <SkeletonRows rows={3} label={t('logbooks:list.loading')} />}
        {isFailed && (
          <p role="alert" className="p-3 text-sm text-danger-ink">
            {t('add.failed')}
          </p>
        )}
        {rows?.length === 0 && <p className="p-3 text-sm text-muted">{t(words.trim() ? 'add.none' : 'add.nowhere')}</p>}
        {rows?.map(item => (
          <label
            key={item.doc_id}
            className={cx(
              'flex min-h-9 cursor-pointer items-center gap-2.5 px-3 py-1.5 text-sm hover:bg-surface-3 pointer-coarse:min-h-touch',
              item.doc_id === chosen?.doc_id && 'bg-accent-soft',
            )}
          >
            <input
              type="radio"
              name="logbook"
              className="accent-accent"
              checked={item.doc_id === chosen?.doc_id}
              onChange={() => onChoose(item)}
            />
            <span className="min-w-0 flex-1 truncate">{item.doc_name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
