import { useState } from 'react'

/** The chosen pictures in the order of choosing. */
export interface Choice {
  ids: readonly string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  isFull: boolean
}

export function useChoice(before: readonly string[], max: number): Choice {
  const [ids, setIds] = useState(before)
  return {
    ids,
    has: id => ids.includes(id),
    isFull: ids.length >= max,
    toggle(id) {
      if (ids.includes(id)) setIds(ids.filter(other => other !== id))
      else if (ids.length < max) setIds([...ids, id])
    },
  }
}
