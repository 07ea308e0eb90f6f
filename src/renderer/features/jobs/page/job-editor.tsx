import { CircleAlert, Crown, Lock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job, JobFields } from '#shared/contract/jobs/job'
import { DraftNote } from '../../../platform/draft-note'
import { useShortcut } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { Pane, PaneBody } from '../../../ui/pane'
import { useViewport } from '../../../ui/use-media'
import { offerUndo } from '../../undo/store'
import type { JobDraft } from '../job-draft'
import { RunHistory } from '../runs/run-history'
import { DoThis } from '../steps/do-this'
import { LookAt } from '../steps/look-at'
import { When } from '../steps/when'
import { WriteTo } from '../steps/write-to'
import { JobHeader } from './job-header'
import { LastResult } from './last-result'
import { type Created, useSave } from './save'
import { TryOut } from './try-out'

interface Props {
  /** Null for a job that does not exist yet. */
  job: Job | null
  draft: JobDraft
  /** Called after a new job was created. */
  onCreated?: Created | undefined
}

/** What a job looks at, does, when it runs and where it writes; beside it the history of its runs [D28, D29]. */
export function JobEditor({ job, draft, onCreated }: Props) {
  const { t } = useTranslation('jobs')
  const editable = job?.is_editable ?? true
  const { save, isSaving, errorAt, forget, clear } = useSave(job, draft, onCreated)
  const history = useHistoryDrawer()
  const { fields } = draft

  function change(part: Partial<JobFields>) {
    draft.change(part)
    const isSchedule = Object.keys(part).some(name => /^(instruction|allowed|connect)_/.test(name))
    forget([...Object.keys(part), ...(isSchedule || 'minute_interval' in part ? ['schedule'] : []), 'all', 'plan'])
  }
  useShortcut({ keys: 'mod+s', label: t('save'), group: t('title'), isOn: editable }, () => void save())
  const step = { fields, change, errorAt, job, editable }

  return (
    <>
      <Pane as="main">
        <JobHeader
          job={job}
          draft={draft}
          editable={editable}
          isSaving={isSaving}
          nameError={errorAt('instruction_text')}
          onChange={change}
          onSave={() => void save()}
          onHistory={job && !history.isOpen ? history.show : null}
        />
        <PaneBody>
          <div className="flex max-w-[748px] flex-col gap-3 px-6 py-5 max-md:px-4">
            <Notices
              job={job}
              draft={draft}
              general={errorAt('all', 'instruction_description')}
              plan={errorAt('plan')}
              onDiscard={() => {
                draft.discard()
                clear()
                offerUndo({ done: t('draft.discarded'), onUndo: () => draft.change(draft.changed) })
              }}
            />
            {/* Read-only for people who may not change the job. */}
            <fieldset disabled={!editable} className="min-w-0">
              <legend className="sr-only">{t('steps')}</legend>
              <LookAt {...step} />
              <DoThis {...step} />
              <When {...step} />
              <WriteTo {...step} />
            </fieldset>
            {editable && <TryOut fields={fields} job={job} />}
            {job && <LastResult job={job} />}
          </div>
        </PaneBody>
      </Pane>
      {job && <RunHistory job={job} open={history.isOpen} onClose={history.hide} />}
    </>
  )
}

interface NoticesProps {
  job: Job | null
  draft: JobDraft
  general: string | null
  plan: string | null
  onDiscard: () => void
}

function Notices({ job, draft, general, plan, onDiscard }: NoticesProps) {
  const { t } = useTranslation('jobs')
  const owner = job?.created_by?.user_displayname
  return (
    <>
      {job?.is_editable === false && (
        <Notice icon={<Lock size={16} />}>{owner ? t('readOnly', { name: owner }) : t('readOnlyNobody')}</Notice>
      )}
      {job?.is_editable !== false && draft.isChanged && (
        <Notice
          icon={null}
          action={
            <Button size="sm" variant="quiet" onClick={onDiscard}>
              {t('draft.discard')}
            </Button>
          }
        >
          <DraftNote drafts={[draft.key]}>{t('draft.kept')}</DraftNote>
        </Notice>
      )}
      {plan && (
        <Notice icon={<Crown size={16} />} isAlert>
          {plan} {t('planHint')}
        </Notice>
      )}
      {general && (
        <p role="alert" className="flex gap-1.5 text-sm text-danger-ink">
          <CircleAlert size={16} className="mt-px" />
          {general}
        </p>
      )}
    </>
  )
}

interface NoticeProps {
  icon: ReactNode
  action?: ReactNode
  isAlert?: boolean
  children: ReactNode
}

function Notice({ icon, action, isAlert = false, children }: NoticeProps) {
  return (
    <div
      role={isAlert ? 'alert' : 'note'}
      className="flex min-h-control items-center gap-2 rounded-sm bg-surface-2 px-3 py-1.5 text-sm text-muted"
    >
      {icon}
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </div>
  )
}

/** The history stays open beside the job; over the job it opens on demand. */
function useHistoryDrawer() {
  const isBeside = useViewport() === 'desktop'
  const [isHidden, setHidden] = useState(false)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (isBeside) setOver(false)
  }, [isBeside])
  return {
    isOpen: isBeside ? !isHidden : isOver,
    show: () => (isBeside ? setHidden(false) : setOver(true)),
    hide: () => (isBeside ? setHidden(true) : setOver(false)),
  }
}
