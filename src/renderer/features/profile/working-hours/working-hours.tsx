import { Pencil, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type WorkingHours as Saved, setWorkingHours } from '#shared/contract/schedule/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { DraftNote } from '../../../platform/draft-note'
import { clearDraft, readDraft, writeDraft } from '../../../platform/drafts'
import { MenuActions } from '../../../platform/menu-actions'
import { useSession } from '../../../platform/session'
import { Button } from '../../../ui/button'
import { SkeletonRows } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast'
import { useWorkingHours } from './store'
import { HoursSummary } from './summary'
import { type Shift, WorkingDay } from './working-day'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const Days = setWorkingHours.body.shape.days

/**
 * When the signed-in person works, or another member, by weekday, with breaks [D15]. What is not saved yet survives a
 * reload.
 */
export function WorkingHours({ user_id }: { user_id?: number }) {
  const { t } = useTranslation(['profile', 'app'])
  const errorText = useErrorText()
  const organization = useSession(state => state.organizationId)
  const self = useSession(state => state.userId)
  const { hours, failure } = useWorkingHours()
  const load = () => void useWorkingHours.getState().load(user_id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each workspace has its own hours.
  useEffect(load, [organization, user_id])
  // Those of the person that was shown before are not to be changed by mistake.
  if (hours?.user_id === (user_id ?? self)) return <Editor key={hours.user_id} saved={hours} for_user_id={user_id} />
  if (!failure) return <SkeletonRows label={t('hours.loading')} rows={5} />
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
      <p className="flex-1">{errorText(failure)}</p>
      <Button size="sm" icon={RefreshCw} onClick={load}>
        {t('app:action.tryAgain')}
      </Button>
    </div>
  )
}

function Editor({ saved, for_user_id }: { saved: Saved; for_user_id: number | undefined }) {
  const { t } = useTranslation(['profile', 'app'])
  const errorText = useErrorText()
  const draftKey = for_user_id === undefined ? 'working-hours' : `working-hours.${for_user_id}`
  const [changed, setChanged] = useState<Shift[] | null>(() => Days.safeParse(readDraft(draftKey)).data ?? null)
  const [isOpen, setOpen] = useState(changed !== null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const days = changed ?? saved.days

  function change(next: Shift[] | null) {
    setProblem(null)
    setChanged(next)
    if (next) writeDraft(draftKey, next)
    else clearDraft(draftKey)
  }
  function close() {
    change(null)
    setOpen(false)
  }
  async function save() {
    setSaving(true)
    const outcome = await useWorkingHours.getState().save({ for_user_id, timezone: saved.timezone, days: [...days] })
    setSaving(false)
    if (!outcome.ok) return setProblem(errorText(outcome))
    close()
    toast.success(t('hours.saved'))
  }
  if (!isOpen) {
    return (
      <div className="flex flex-col items-start gap-3">
        <MenuActions entries={[{ label: t('hours.change'), onSelect: () => setOpen(true) }]} group={t('title')} />
        <HoursSummary days={days} />
        <p className="text-xs text-muted">{t('hours.zone', { zone: saved.timezone.replaceAll('_', ' ') })}</p>
        <Button size="sm" icon={Pencil} onClick={() => setOpen(true)}>
          {t('hours.change')}
        </Button>
      </div>
    )
  }
  return (
    <form
      noValidate
      aria-label={t('hours.title')}
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (!isSaving) void save()
      }}
    >
      <MenuActions
        entries={[
          { label: t('app:action.save'), needsServer: true, disabled: isSaving, onSelect: () => void save() },
          { label: t('app:action.cancel'), onSelect: close },
        ]}
        group={t('title')}
        of={t('hours.title')}
      />
      <ul className="flex flex-col divide-y divide-line">
        {weekdays.map(weekday => (
          <WorkingDay
            key={weekday}
            weekday={weekday}
            shifts={days.filter(shift => shift.weekday === weekday)}
            onChange={shifts =>
              change(
                [...days.filter(shift => shift.weekday !== weekday), ...shifts].sort(
                  (one, other) => one.weekday - other.weekday,
                ),
              )
            }
          />
        ))}
      </ul>
      <p className="text-xs text-muted">{t('hours.zone', { zone: saved.timezone.replaceAll('_', ' ') })}</p>
      {problem && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex-1 text-xs text-muted">
          {changed && <DraftNote drafts={[draftKey]}>{t('hours.notSaved')}</DraftNote>}
        </span>
        <Button variant="quiet" onClick={close}>
          {t('app:action.cancel')}
        </Button>
        <Button needsServer type="submit" variant="primary" loading={isSaving}>
          {t('app:action.save')}
        </Button>
      </div>
    </form>
  )
}
