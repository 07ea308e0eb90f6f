import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { useSession } from '../../platform/session'
import { useShortcut } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { NewTask } from '../home/slots'
import { useCan } from '../organisations/store'
import { shownPeople, today, useSchedule } from './store'
import { instantAt } from './wall'

/** Adds a task to the shown schedule: for its first person on its day, unless another one is chosen. */
export function AddButton() {
  const { t } = useTranslation('planning')
  const self = useSession(state => state.userId) ?? 0
  const mayAssign = useCan('tasks.assign')
  const [isOpen, setOpen] = useState(false)
  useShortcut({ keys: 'c', label: t('addTask'), group: t('title') }, () => setOpen(true))
  if (!NewTask.isFilled()) return null
  const { day, people, view } = useSchedule.getState()
  const [first = self] = shownPeople({ people, view })
  const place = {
    // Without the right to give tasks to others, it is the person’s own.
    user_id: mayAssign ? first : self,
    day: day ?? today(),
    instantOf(user_id: number, date: string, minutes: number) {
      const item = useSchedule.getState().items.find(item => item.user_id === user_id)
      return instantAt(item?.timezone ?? usePreferences.getState().timeZone ?? browserTimeZone(), date, minutes)
    },
  }
  return (
    <>
      <Button size="sm" variant="primary" icon={Plus} aria-label={t('addTask')} onClick={() => setOpen(true)}>
        <span className="max-md:hidden">{t('add')}</span>
      </Button>
      {isOpen && <NewTask place={place} onClose={() => setOpen(false)} />}
    </>
  )
}
