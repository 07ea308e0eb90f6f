import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Popover } from '../../ui/popover'
import { useFilter } from './use-filter'

/** Opens the timeline on a day. `shown` and `today` are days as `YYYY-MM-DD` in the reader's zone. */
export function GoToDate({ doc_id, shown, today }: { doc_id: number; shown: string; today: string }) {
  const { t } = useTranslation('logbooks')
  return (
    <Popover
      label={t('timeline.goToDate')}
      align="end"
      content={close => <DateForm doc_id={doc_id} shown={shown} today={today} onDone={close} />}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={CalendarDays}>
          {t('timeline.goToDate')}
        </Button>
      )}
    </Popover>
  )
}

interface FormProps {
  doc_id: number
  shown: string
  today: string
  onDone: () => void
}

function DateForm({ doc_id, shown, today, onDone }: FormProps) {
  const { t } = useTranslation('logbooks')
  const navigate = useNavigate()
  const { addressOf } = useFilter(doc_id)
  const [day, setDay] = useState(shown)
  return (
    <form
      noValidate
      className="flex items-end gap-2"
      onSubmit={event => {
        event.preventDefault()
        if (!day) return
        onDone()
        void navigate(addressOf({ on: day }))
      }}
    >
      <TextField
        type="date"
        label={t('timeline.date')}
        max={today}
        value={day}
        onChange={event => setDay(event.target.value)}
      />
      <Button type="submit" variant="primary">
        {t('timeline.go')}
      </Button>
    </form>
  )
}
