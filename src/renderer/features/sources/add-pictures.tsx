import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button'
import { AddToLogbook } from './slots'

interface Props {
  frames: readonly { id: string; url: string; alt: string }[]
  /** The button floats over a picture. */
  isFloating?: boolean
}

/** The button that writes a log with pictures. */
export function AddPictures({ frames, isFloating = false }: Props) {
  const { t } = useTranslation('attachments')
  // The pictures at the moment of the press, even if newer ones arrive.
  const [chosen, choose] = useState<Props['frames'] | null>(null)
  return (
    <>
      <IconButton
        icon={NotebookPen}
        label={t('add.open')}
        onClick={() => choose(frames)}
        {...(isFloating && { variant: 'outline', tooltipSide: 'top' })}
      />
      {chosen && <AddToLogbook frames={chosen} onClose={() => choose(null)} />}
    </>
  )
}
