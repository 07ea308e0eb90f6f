import { PanelRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../../ui/drawer'
import { IconButton } from '../../../ui/icon-button'
import { useViewport } from '../../../ui/use-media'
import { Side } from './side'

interface Props {
  doc_id: number
  on: string
  /** The same in words. */
  dayName: string
}

/** Opens the side pane over the timeline when there is no room beside it. */
export function SideButton({ doc_id, on, dayName }: Props) {
  const { t } = useTranslation(['logs', 'app'])
  const [isOpen, setOpen] = useState(false)
  const isWide = useViewport() === 'desktop'
  if (isWide) return null
  const close = () => setOpen(false)
  return (
    <>
      <IconButton icon={PanelRight} label={t('side.open')} aria-expanded={isOpen} onClick={() => setOpen(true)} />
      <Drawer open={isOpen} onClose={close} title={dayName} closeLabel={t('app:action.close')}>
        {isOpen && <Side doc_id={doc_id} on={on} onChosen={close} />}
      </Drawer>
    </>
  )
}
