import { CalendarSync } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { lazyComponent } from '../../../ui/lazy-component'

const CalendarsDialog = lazyComponent(async () => (await import('./calendars-dialog')).CalendarsDialog)

/** Opens what other calendars read here, and what is read from them. */
export function CalendarsButton() {
  const { t } = useTranslation('planning')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" icon={CalendarSync} className="shrink-0" onClick={() => setOpen(true)}>
        {t('calendars.title')}
      </Button>
      <Suspense fallback={null}>{isOpen && <CalendarsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
