import { Webcam } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../i18n/texts'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { LoadFailed } from '../../../ui/load-failed'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import type { SourceKey } from '../keys'
import { useSources } from '../store'
import { useItems } from '../view'
import { type Choice, useChoice } from './choice'
import { ChosenPictures } from './chosen-pictures'
import { OpenSource } from './open-source'
import { SourceList } from './source-list'

interface Props {
  chosen: readonly string[]
  max: number
  onPick: (frame_ids: string[]) => void
  onClose: () => void
}

/** The dialog that chooses pictures of screens and cameras for a log. */
export function PickPictures({ chosen, max, onPick, onClose }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const choice = useChoice(chosen, max)
  // Addresses of the last pictures are valid for a minute.
  useEffect(() => void useSources.getState().refresh(), [])
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('pick.title')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm text-muted tabular-nums max-md:basis-full">
            {t('pick.count', { count: choice.ids.length, most: max })}
          </p>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onPick([...choice.ids])
              onClose()
            }}
          >
            {t('pick.done')}
          </Button>
        </>
      }
    >
      {choice.ids.length > 0 && (
        <div className="mb-4">
          <ChosenPictures frame_ids={choice.ids} onRemove={choice.toggle} />
        </div>
      )}
      <Sources choice={choice} />
    </Dialog>
  )
}

function Sources({ choice }: { choice: Choice }) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const items = useItems()
  const status = useSources(state => state.status)
  const failure = useSources(state => state.failure)
  const [opened, open] = useState<SourceKey | null>(null)
  const item = items.find(candidate => candidate.key === opened)
  if (item) return <OpenSource key={item.key} item={item} choice={choice} onBack={() => open(null)} />
  if (status === 'failed') {
    return (
      <LoadFailed
        title={t('list.failed')}
        text={failure ? errorText(failure) : undefined}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useSources.getState().refresh()}
      />
    )
  }
  if (status !== 'ready') return <SkeletonRows label={t('list.loading')} />
  if (items.length === 0) return <StateBlock icon={Webcam} title={t('list.empty')} text={t('list.emptyForbidden')} />
  return <SourceList items={items} onOpen={open} />
}
