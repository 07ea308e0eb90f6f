import { Maximize2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Beside } from '../../platform/beside'
import { MenuActions } from '../../platform/menu-actions'
import { LinkButton } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { SkeletonRows } from '../../ui/skeleton'

interface Props {
  /** The address of the result, which also says where in it the match is. */
  address: string
  onAddress: (address: string) => void
  onClose: () => void
}

/** A result beside the others, as its own page shows it. */
export function BesidePane({ address, onAddress, onClose }: Props) {
  const { t } = useTranslation(['searchPage', 'search'])
  return (
    <section aria-label={t('beside')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-11 shrink-0 items-center justify-end gap-2 border-b border-line bg-surface-2 px-5 print:hidden">
        <MenuActions entries={[{ label: t('open'), href: address }]} group={t('search:title')} />
        <LinkButton size="sm" icon={Maximize2} href={`#${address}`}>
          {t('open')}
        </LinkButton>
        <IconButton icon={X} label={t('close')} keys="escape" onClick={onClose} className="-mr-2" />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-1">
        <Beside address={address} onAddress={onAddress} fallback={<SkeletonRows label={t('loading')} />} />
      </div>
    </section>
  )
}
