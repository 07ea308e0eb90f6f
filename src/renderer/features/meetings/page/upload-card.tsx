import { AudioLines, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentAccess } from '#shared/contract/documents/endpoints'
import { startDiarization } from '#shared/contract/meetings/endpoints'
import { meetings as limits } from '#shared/contract/meetings/limits'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { choiceEntry, MenuActions } from '../../../platform/menu-actions'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { FileButton } from '../../../ui/file-button'
import { Segmented } from '../../../ui/segmented'
import { toast } from '../../../ui/toast'
import { useFileDrop } from '../../../ui/use-file-drop'
import { UploadList } from '../../attachments/slots'
import { fileIdsOf, releaseUploads, uploadsStateOf, useUploadStore, useUploads } from '../../attachments/store'
import { DocumentRule } from '../../documents/slots'
import { useKnowsWords } from '../../session/store'
import { documentNameFrom } from '../store'
import { NoWordsNote } from './no-words-note'
import { lacksBranch, useRule } from './use-rule'

const place = 'meeting'
const accept = 'audio/*,video/*'

/** Accepts recordings made elsewhere: together as one meeting, in their order, or as one meeting each. */
export function UploadCard() {
  const { t } = useTranslation('meetings')
  const errorText = useErrorText()
  const card = useRef<HTMLElement>(null)
  const fileButton = useRef<HTMLButtonElement>(null)
  const { ids, add } = useUploads(place)
  const knowsWords = useKnowsWords()
  const uploads = useUploadStore(state => state.uploads)
  const [rule, setRule] = useRule()
  const [how, setHow] = useState<'one' | 'each'>('one')
  const [isLacking, setLacking] = useState(false)
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const take = (files: readonly File[]) => {
    setError(null)
    const sounds = files.filter(({ type }) => type === '' || /^(audio|video)\//.test(type))
    const left = files.length - sounds.length + add(sounds, limits.files)
    if (left > 0) setError(t('upload.left', { count: left, most: limits.files }))
  }
  const drag = useFileDrop(card, take)
  const state = uploadsStateOf(ids)

  async function make() {
    if (lacksBranch(rule)) return setLacking(true)
    setWorking(true)
    setError(null)
    const made: number[] = []
    for (const group of how === 'one' ? [ids] : ids.map(id => [id])) {
      const name = uploads.find(upload => upload.id === group[0])?.name ?? ''
      const outcome = await call(startDiarization, {
        file_ids: fileIdsOf(group),
        document_name: documentNameFrom(name),
        ...inRule(rule),
      })
      if (!outcome.ok) {
        setError(errorText(outcome))
        break
      }
      releaseUploads(group)
      made.push(outcome.data.doc_id)
    }
    setWorking(false)
    if (made.length === 0) return
    if (made.length > 1) toast.success(t('upload.made', { count: made.length }))
    location.hash = made.length === 1 ? `#/docs/${made[0]}` : '#/docs'
  }

  const ways = {
    label: t('upload.how'),
    options: [
      { value: 'one' as const, label: t('upload.one') },
      { value: 'each' as const, label: t('upload.each') },
    ],
    value: how,
    onChange: setHow,
  }
  const makeLabel = t(knowsWords ? 'upload.make' : 'upload.makeSpeakers')
  return (
    <section
      ref={card}
      aria-label={t('upload.label')}
      className={cx(
        'grid gap-4 rounded-md border border-dashed p-5 max-md:p-4',
        drag ? 'border-accent bg-accent-soft' : 'border-strong bg-surface-1',
      )}
    >
      <MenuActions
        entries={[
          { label: t('upload.choose'), onSelect: () => fileButton.current?.click() },
          ...(ids.length > 1 ? [choiceEntry(ways)] : []),
          ...(ids.length > 0
            ? [{ label: makeLabel, disabled: state !== 'there' || isWorking, onSelect: () => void make() }]
            : []),
        ]}
        group={t('page.title')}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Upload size={20} className="text-muted" />
        <div className="min-w-0 flex-1 basis-52">
          <h2 className="text-md font-semibold">{t('upload.title')}</h2>
          <p className="text-sm text-muted">{t('upload.text')}</p>
        </div>
        <FileButton ref={fileButton} accept={accept} onFiles={take}>
          {t('upload.choose')}
        </FileButton>
      </div>
      {!knowsWords && <NoWordsNote />}
      {ids.length > 0 && (
        <>
          <UploadList place={place} isFixed={isWorking} />
          {ids.length > 1 && <Segmented {...ways} />}
          <DocumentRule
            rule={rule}
            isOwn
            error={isLacking && lacksBranch(rule) ? t('record.branchMissing') : null}
            onChange={setRule}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              icon={AudioLines}
              loading={isWorking}
              disabled={state !== 'there'}
              onClick={() => void make()}
            >
              {makeLabel}
            </Button>
            {state !== 'there' && (
              <p className="text-sm text-muted">{t(state === 'busy' ? 'upload.waits' : 'upload.stuck')}</p>
            )}
          </div>
        </>
      )}
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </section>
  )
}

const inRule = ({ access, branch_id }: { access: DocumentAccess; branch_id: number | null }) => ({
  access,
  ...(access === 'branch' && branch_id !== null && { branch_id }),
})
