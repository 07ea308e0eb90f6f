import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { log as limits } from '#shared/limits'
import { showKeys } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextArea, TextField } from '../../ui/field'
import { Kbd } from '../../ui/kbd'
import { useViewport } from '../../ui/use-media'
import { useLogDraft } from './log-draft'
import { useOutbox } from './outbox'

interface Props {
  doc_id: number
  onClose: () => void
  onWritten: () => void
}

const formId = 'write-log'

/** Writes a log: above the timeline, on a phone in a sheet. What is typed is kept until it is on its way. */
export function Composer({ doc_id, onClose, onWritten }: Props) {
  const { t } = useTranslation('logbooks')
  const isPhone = useViewport() === 'phone'
  const area = useRef<HTMLTextAreaElement>(null)
  const { title, content, setTitle, setContent, clear } = useLogDraft(doc_id)
  const excess = content.length - limits.contentLength
  const isEmpty = title.trim() === '' && content.trim() === ''
  useEffect(() => {
    area.current?.focus()
    const end = area.current?.value.length ?? 0
    area.current?.setSelectionRange(end, end)
  }, [])

  function submit() {
    if (isEmpty || excess > 0) {
      area.current?.focus()
      return
    }
    useOutbox.getState().write(doc_id, { title, content })
    clear()
    onClose()
    onWritten()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape' && !isPhone) {
      event.preventDefault()
      onClose()
    }
  }

  const send = (
    <Button type="submit" form={formId} variant="primary" disabled={isEmpty}>
      {t('write.send')}
    </Button>
  )
  const form = (
    <form
      id={formId}
      noValidate
      aria-label={t('write.label')}
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label={t('write.title')}
        hideLabel
        placeholder={t('write.titlePlaceholder')}
        maxLength={limits.titleLength}
        autoComplete="off"
        value={title}
        onChange={event => setTitle(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <TextArea
        ref={area}
        label={t('write.content')}
        hideLabel
        placeholder={t('write.contentPlaceholder')}
        rows={isPhone ? 8 : 3}
        value={content}
        onChange={event => setContent(event.target.value)}
        onKeyDown={onKeyDown}
        error={excess > 0 ? t('write.tooLong', { count: excess }) : null}
      />
      {!isPhone && (
        <div className="flex items-center justify-end gap-2">
          <p className="mr-auto text-xs text-muted">{t('write.kept')}</p>
          <span className="pointer-coarse:hidden">
            <Kbd>{showKeys('mod+enter')}</Kbd>
          </span>
          <Button onClick={onClose}>{t('write.close')}</Button>
          {send}
        </div>
      )}
    </form>
  )
  if (!isPhone) return <div className="shrink-0 border-b border-line bg-surface-2 px-7 py-4">{form}</div>
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('write.label')}
      description={t('write.kept')}
      closeLabel={t('write.close')}
      footer={send}
    >
      {form}
    </Dialog>
  )
}
