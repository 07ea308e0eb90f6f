import { CircleAlert, Copy, Ellipsis, FileClock, History, Pause, Play, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { deleteJob } from '#shared/contract/jobs/endpoints'
import type { Job, JobFields } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { useErrorText } from '../../../i18n/texts'
import { MenuActions } from '../../../platform/menu-actions'
import { useAction } from '../../../platform/shortcuts'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { PaneHeader } from '../../../ui/pane'
import { toast } from '../../../ui/toast'
import { useMedia } from '../../../ui/use-media'
import { useCan } from '../../organisations/store'
import { deleteWithUndo } from '../../undo/store'
import { ChangesDialog } from '../changes/changes-dialog'
import type { JobDraft } from '../job-draft'
import { isEnded, useJobs } from '../store'
import { useJobState } from '../use-job-state'
import { PauseDialog } from './pause-dialog'
import { ShareDialog } from './share-dialog'

interface Props {
  job: Job | null
  draft: JobDraft
  editable: boolean
  isSaving: boolean
  nameError: string | null
  onChange: (part: Partial<JobFields>) => void
  onSave: () => void
  /** Opens the history of runs; null while it is open, and for a new job. */
  onHistory: (() => void) | null
}

/** The name of a job, how it is doing, and its actions. */
export function JobHeader({ job, draft, editable, isSaving, nameError, onChange, onSave, onHistory }: Props) {
  const { t } = useTranslation('jobs')
  const navigate = useNavigate()
  const isWide = useMedia('(min-width: 768px)')
  const name = draft.fields.instruction_text
  const actions = useActions(job)
  const { entries, offered, dialogs } = useMenu(job, onChange, {
    first: isWide ? [] : actions.entries,
    onHistory,
    hasHistory: !isWide,
  })
  return (
    <>
      <PaneHeader
        leading={
          editable && (
            <input
              aria-label={t('name')}
              aria-invalid={nameError ? true : undefined}
              aria-describedby={nameError ? 'job-name-error' : undefined}
              value={name}
              placeholder={t('namePlaceholder')}
              maxLength={limits.nameLength}
              // biome-ignore lint/a11y/noAutofocus: a new job begins with its name.
              autoFocus={job === null && isWide}
              onChange={event => onChange({ instruction_text: event.target.value })}
              className="-mr-4 -ml-2 field-sizing-content h-control min-w-28 max-w-full shrink-[999] truncate rounded-sm border border-transparent bg-transparent px-2 text-lg font-semibold tracking-tight hover:border-line focus:border-strong aria-invalid:border-danger pointer-coarse:h-touch"
            />
          )
        }
        title={<span className={editable ? 'sr-only' : undefined}>{name || t('new')}</span>}
        badge={job && <StatusBadge job={job} />}
        back={{ label: t('back'), onPress: () => void navigate('/jobs') }}
        actions={
          <>
            {isWide && actions.buttons}
            {isWide && onHistory && <IconButton icon={History} label={t('history.title')} onClick={onHistory} />}
            {entries.length > 0 && (
              <Menu label={t('more')} entries={entries} align="end">
                {trigger => <IconButton {...trigger} icon={Ellipsis} label={t('more')} />}
              </Menu>
            )}
            <MenuActions entries={offered} group={t('title')} />
            {editable && (
              <Button
                needsServer
                size="sm"
                variant="primary"
                loading={isSaving}
                disabled={job !== null && !draft.isChanged}
                onClick={onSave}
              >
                {t(job ? 'save' : 'create')}
              </Button>
            )}
          </>
        }
      />
      {nameError && (
        <p id="job-name-error" role="alert" className="flex gap-1.5 px-6 pt-3 text-xs text-danger-ink max-md:px-4">
          <CircleAlert size={14} className="mt-px" />
          {nameError}
        </p>
      )}
      {actions.dialog}
      {dialogs}
    </>
  )
}

function StatusBadge({ job }: { job: Job }) {
  const { tone, badge, word } = useJobState()(job)
  return (
    <Badge tone={badge} pip={tone}>
      {word}
    </Badge>
  )
}

/** Run now, and pause or resume: as buttons, as entries of the menu where there is no room, and in the palette. */
function useActions(job: Job | null) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const [isAsking, askPause] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const group = t('title')
  const { instruction_id = 0, instruction_text: name = '' } = job ?? {}
  const isOn = job?.is_editable === true
  const isPaused = job?.status === 'paused'
  const changes = job !== null && isOn && !isEnded(job)
  useAction({ label: t('runNamed', { name }), group, isOn }, () => void run())
  useAction({ label: t('pauseNamed', { name }), group, isOn: changes && !isPaused }, () => askPause(true))
  useAction({ label: t('resumeNamed', { name }), group, isOn: changes && isPaused }, () => void resume())

  async function run() {
    setBusy(true)
    const outcome = await useJobs.getState().run(instruction_id)
    setBusy(false)
    if (outcome.ok) toast.success(t('started'))
    else toast.failure(t('notStarted'), { text: errorText(outcome) })
  }
  async function resume() {
    setBusy(true)
    const outcome = await useJobs.getState().update({ instruction_id, status: 'active' })
    setBusy(false)
    if (outcome.ok) toast.success(t('resumed'))
    else toast.failure(t('notResumed'), { text: errorText(outcome) })
  }
  if (!job || !isOn) return { buttons: null, entries: [], dialog: null }
  const change = isPaused
    ? { label: t('resume'), icon: Play, onSelect: () => void resume() }
    : { label: t('pause.open'), icon: Pause, onSelect: () => askPause(true) }
  const entries: MenuEntry[] = [
    { label: t('runNow'), icon: Play, needsServer: true, onSelect: () => void run() },
    ...(isEnded(job) ? [] : [{ ...change, needsServer: true }]),
  ]
  return {
    buttons: (
      <>
        <Button needsServer size="sm" icon={Play} loading={isBusy} onClick={() => void run()}>
          {t('runNow')}
        </Button>
        {!isEnded(job) && (
          <Button needsServer size="sm" icon={change.icon} onClick={change.onSelect}>
            {change.label}
          </Button>
        )}
      </>
    ),
    entries,
    dialog: isAsking && job.status === 'active' && <PauseDialog job={job} onClose={() => askPause(false)} />,
  }
}

/** The menu of a job, and the dialogs that it opens. */
function useMenu(
  job: Job | null,
  onChange: Props['onChange'],
  { first, onHistory, hasHistory }: { first: readonly MenuEntry[]; onHistory: Props['onHistory']; hasHistory: boolean },
) {
  const { t } = useTranslation('jobs')
  const navigate = useNavigate()
  const canCreate = useCan('jobs.create')
  const [query] = useSearchParams()
  // A request for access leads here.
  const [open, setOpen] = useState<'share' | 'changes' | null>(query.has('access') ? 'share' : null)
  if (!job) return { entries: [], offered: [], dialogs: null }
  const { instruction_id, instruction_text: name, is_editable } = job
  const close = () => setOpen(null)

  function remove() {
    deleteWithUndo({
      ...{ of: 'job', keys: [instruction_id], endpoint: deleteJob, fields: { instruction_id } },
      ...{ done: t('delete.done', { name }), refused: t('delete.notDone', { name }) },
      onUndo: () => void navigate(`/jobs/${instruction_id}`),
    })
    void navigate('/jobs', { replace: true })
  }
  const history = onHistory ? [{ label: t('history.title'), icon: History, onSelect: onHistory }] : []
  const others: MenuEntry[] = [
    { label: t('changes.title'), icon: FileClock, onSelect: () => setOpen('changes') },
    ...(canCreate ? [{ label: t('duplicate'), icon: Copy, href: `#/jobs/new?copy=${instruction_id}` }] : []),
    { label: t('share.open'), icon: Users, onSelect: () => setOpen('share') },
    ...(is_editable
      ? [
          { kind: 'separator' as const },
          { label: t('delete.open'), icon: Trash2, danger: true, needsServer: true, onSelect: remove },
        ]
      : []),
  ]
  return {
    entries: [...first, ...(hasHistory ? history : []), ...others],
    // Run, pause and resume name the job there.
    offered: [...history, ...others],
    dialogs: (
      <>
        {open === 'changes' && <ChangesDialog job={job} onUse={is_editable ? onChange : null} onClose={close} />}
        {open === 'share' && <ShareDialog job={job} onClose={close} />}
      </>
    ),
  }
}
