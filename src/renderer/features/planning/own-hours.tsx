import { Clock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session'
import { useAction } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { IconButton } from '../../ui/icon-button'
import { SkeletonRows } from '../../ui/skeleton'
import { useCan, useDirectory } from '../organisations/store'
import { WorkingHours } from '../profile/slots'

/** Opens when the person works and pauses, to change it beside their schedule, which is then planned anew. */
export function OwnHours() {
  const { t } = useTranslation('planning')
  const [isOpen, setOpen] = useState(false)
  useAction({ label: t('ownHours'), group: t('title') }, () => setOpen(true))
  return (
    <>
      <Button size="sm" variant="quiet" icon={Clock} className="shrink-0" onClick={() => setOpen(true)}>
        {t('ownHours')}
      </Button>
      {isOpen && <HoursDialog title={t('ownHours')} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The same for another member, for those who may change it. */
export function HoursOf({ user_id }: { user_id: number }) {
  const { t } = useTranslation('planning')
  const mayChange = useCan('people.manage')
  const self = useSession(state => state.userId)
  const person = useDirectory(state => state.items.find(item => item.user_id === user_id))
  const [isOpen, setOpen] = useState(false)
  if (!mayChange || !person || user_id === self) return null
  const title = t('hoursOf', { name: person.user_displayname })
  return (
    <>
      <IconButton icon={Clock} size="sm" label={title} onClick={() => setOpen(true)} />
      {isOpen && <HoursDialog title={title} user_id={user_id} onClose={() => setOpen(false)} />}
    </>
  )
}

function HoursDialog({ title, user_id, onClose }: { title: string; user_id?: number; onClose: () => void }) {
  const { t } = useTranslation('app')
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('action.close')}>
      <Suspense fallback={<SkeletonRows rows={5} label={t('shell.loading')} />}>
        <WorkingHours {...(user_id !== undefined && { user_id })} />
      </Suspense>
    </Dialog>
  )
}
