import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Source } from '#shared/contract/sources/endpoints'
import { useDirectory } from '../organisations/store'
import { keyOf } from './keys'
import { useSources } from './store'
import { Tile } from './tile'
import { useItems } from './view'

/** The live picture of a source beside something else; nothing for people who may not see it. */
export function LiveTile({ source }: { source: Source }) {
  const navigate = useNavigate()
  const key = keyOf(source)
  const item = useItems().find(candidate => candidate.key === key)
  useEffect(() => {
    const { status, refresh } = useSources.getState()
    if (status === 'idle') void refresh()
    void useDirectory.getState().open()
  }, [])
  if (!item) return null
  return <Tile item={item} isCurrent onOpen={() => void navigate(`/feed?source=${key}`)} />
}
