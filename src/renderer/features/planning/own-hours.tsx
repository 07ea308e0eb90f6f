import { Clock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { SkeletonRows } from '../../ui/skeleton'
import { OwnWorkingHours } from '../profile/slots'

/** Opens when the person works and pauses, to change it beside their schedule, which is then planned anew. */
export function OwnHours() {
  const { t } = useTranslation(['planning', 'app'])
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" icon={Clock} className="shrink-0" onClick={() => setOpen(true)}>
        {t('ownHours')}
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={t('ownHours')} closeLabel={t('app:action.close')}>
          <Suspense fallback={<SkeletonRows rows={5} label={t('app:shell.loading')} />}>
            <OwnWorkingHours />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
