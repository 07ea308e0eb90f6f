import type { Input } from '#shared/contract/endpoint'
import { createJoinLink, listJoinLinks, revokeJoinLink } from '#shared/contract/organisations/join-links'
import { call } from '../../../platform/api'
import { createListSlice } from '../../../platform/list-slice'

/** The join links of the workspace, newest first. */
export const useJoinLinks = createListSlice('joinLinks', {
  list: () => call(listJoinLinks, {}),
  key: link => link.link_id,
  refreshOn: ['join_link.changed', 'role.changed'],
  actions: ({ changer }) => ({
    async create(fields: Input<typeof createJoinLink>) {
      const change = changer()
      const outcome = await call(createJoinLink, fields)
      if (outcome.ok) {
        const { link } = outcome.data
        change(items => [link, ...items.filter(({ link_id }) => link_id !== link.link_id)])
      }
      return outcome
    },
    async revoke(link_id: number) {
      const change = changer()
      const outcome = await call(revokeJoinLink, { link_id })
      if (outcome.ok)
        change(items => items.map(link => (link.link_id === link_id ? { ...link, status: 'revoked' as const } : link)))
      return outcome
    },
  }),
})
