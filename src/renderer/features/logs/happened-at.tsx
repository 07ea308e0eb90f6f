import { Clock, X } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { Button, type ButtonProps } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { lazyComponent } from '../../ui/lazy-component'
import { Popover } from '../../ui/popover'

const Form = lazyComponent(async () => (await import('./happened-form')).HappenedForm)

interface Props {
  /** An ISO instant; null for a log about the moment at which it is written. */
  at: string | null
  onChange: (at: string | null) => void
  size: ButtonProps['size']
}

/** Marks a log as being about an earlier time. */
export function HappenedAt({ at, onChange, size }: Props) {
  const { t } = useTranslation('logs')
  const { shortDay, time } = useFormat()
  return (
    <span className="inline-flex items-center">
      <Popover
        label={t('happened.label')}
        content={close => (
          <Suspense fallback={null}>
            <Form
              at={at}
              onSet={next => {
                onChange(next)
                close()
              }}
            />
          </Suspense>
        )}
      >
        {trigger => (
          <Button {...trigger} icon={Clock} size={size} variant="soft">
            {at === null ? t('happened.set') : t('happened.at', { when: `${shortDay(at)}, ${time(at)}` })}
          </Button>
        )}
      </Popover>
      {at !== null && <IconButton icon={X} label={t('happened.clear')} onClick={() => onChange(null)} />}
    </span>
  )
}
