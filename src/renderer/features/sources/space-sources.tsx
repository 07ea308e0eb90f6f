import { Cctv } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { PaneBody } from '../../ui/pane'
import { StateBlock } from '../../ui/state-block'
import { useDirectory } from '../organisations/store'
import { Grid } from './grid'
import type { Item } from './items'
import { readSources } from './last-read'
import { Failed, SourcesLoading } from './page-states'
import { useSources } from './store'
import { Unavailable } from './unavailable'
import { useItems } from './view'

/** Cameras of a space, and the screens that its people share right now, as far as the person may see them [D4]. */
export function SpaceSources({ branch_id }: { branch_id: number }) {
  const { t } = useTranslation('sources')
  const navigate = useNavigate()
  const status = useSources(state => state.status)
  const items = useItems().filter(item => isOf(item, branch_id))
  useEffect(() => {
    // Picture addresses in data read long ago have expired.
    void readSources()
    void useDirectory.getState().open()
  }, [])
  const open = (key: string | null) => {
    if (key !== null) void navigate(`/feed?source=${key}`)
  }
  if (status === 'failed') return <Failed />
  if (status === 'ready' && items.length === 0)
    return <StateBlock tone="neutral" icon={Cctv} title={t('space.none')} text={t('space.noneText')} />
  return (
    <PaneBody padded className="flex flex-col gap-3">
      {status === 'ready' ? (
        <>
          <Grid
            items={items.filter(item => item.isThere)}
            focused={null}
            onFocus={open}
            onFullScreen={nothing}
            onDetails={nothing}
            isDetailsShown={false}
          />
          <Unavailable items={items.filter(item => !item.isThere)} onOpen={open} />
        </>
      ) : (
        <SourcesLoading />
      )}
    </PaneBody>
  )
}

/** A camera that hangs there or is shared with the space, or the screen of one of its people while it is shared. */
const isOf = (item: Item, branch_id: number): boolean =>
  item.kind === 'camera'
    ? item.camera.space_ids.includes(branch_id)
    : item.isThere && item.branchIds.includes(branch_id)

/** Only a focused source has these buttons. */
const nothing = () => undefined
