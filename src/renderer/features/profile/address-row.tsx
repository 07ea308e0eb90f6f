import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { lazyComponent } from '../../ui/lazy-component'

const ChangeAddress = lazyComponent(async () => (await import('./change-address')).ChangeAddress)

/** An address for signing in, with a button to change it. */
export function AddressRow({ kind, value }: { kind: 'email' | 'phone'; value: string | null }) {
  const { t } = useTranslation(['profile', 'app'])
  const [isOpen, setOpen] = useState(false)
  const title = t(
    value
      ? kind === 'email'
        ? 'addresses.changeEmail'
        : 'addresses.changePhone'
      : kind === 'email'
        ? 'addresses.addEmail'
        : 'addresses.addPhone',
  )
  useAction({ label: title, group: t('title') }, () => setOpen(true))
  return (
    <div className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0 first:pt-0 last:pb-0">
      <dl className="min-w-0 flex-1">
        <dt className="text-xs font-medium text-muted">{t(`addresses.${kind}`)}</dt>
        <dd className="truncate text-sm">{value ?? t('addresses.none')}</dd>
      </dl>
      <Button size="sm" aria-label={title} onClick={() => setOpen(true)}>
        {t(value ? 'app:action.change' : 'addresses.add')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChangeAddress kind={kind} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
