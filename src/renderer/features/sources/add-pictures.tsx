import { ListPlus, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button'
import { NewTask } from '../home/slots'
import { AddToLogbook } from './slots'

interface Props {
  frames: readonly { id: string; url: string; alt: string }[]
  /** The button floats over a picture. */
  isFloating?: boolean
}

/** The buttons that write a log with pictures, and make a task of a picture. */
export function AddPictures({ frames, isFloating = false }: Props) {
  const { t } = useTranslation(['attachments', 'sources'])
  // The pictures at the moment of the press, even if newer ones arrive.
  const [chosen, choose] = useState<Props['frames'] | null>(null)
  const [ofTask, setOfTask] = useState<string | null>(null)
  const [only, another] = frames
  const looks = isFloating && ({ variant: 'outline', tooltipSide: 'top' } as const)
  return (
    <>
      {only && !another && NewTask.isFilled() && (
        <IconButton icon={ListPlus} label={t('sources:task.make')} onClick={() => setOfTask(only.id)} {...looks} />
      )}
      <IconButton icon={NotebookPen} label={t('add.open')} onClick={() => choose(frames)} {...looks} />
      {ofTask && <NewTask text="" origin={{ kind: 'frame', frame_id: ofTask }} onClose={() => setOfTask(null)} />}
      {chosen && <AddToLogbook frames={chosen} onClose={() => choose(null)} />}
    </>
  )
}
