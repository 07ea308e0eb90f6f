import type { DocumentOrder } from '#shared/contract/documents/endpoints'
import { useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'

/** Each person's choice in each workspace; it survives signing out of this device. */
export const useListOrder = createSlice(
  'list-order',
  { chosen: {} as Record<string, DocumentOrder> },
  set => ({
    choose(order: DocumentOrder) {
      set(({ chosen }) => {
        chosen[place()] = order
      })
    },
  }),
  { persist: ['chosen'], scope: 'device' },
)

const place = () => {
  const { userId, organizationId } = useSession.getState()
  return `${userId}.${organizationId}`
}

/** The order that the person chose for the list of this workspace. */
export const listOrder = (): DocumentOrder => useListOrder.getState().chosen[place()] ?? 'written'
