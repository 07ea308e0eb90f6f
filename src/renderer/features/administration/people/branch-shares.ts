import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { listDocuments } from '#shared/contract/documents/endpoints'
import type { Branch, Member } from '#shared/contract/organisations/endpoints'
import { readFeed, readPermission } from '#shared/contract/sources/endpoints'
import { call } from '../../../platform/api'
import { latestOnly } from '../../../platform/latest-only'
import { createSlice } from '../../../platform/store'
import { useCan, useDirectory } from '../../organisations/store'
import { reasonsFor } from './capabilities'

/** What its people may open because they are in a branch, as far as the person who looks may see it. */
interface Shares {
  pages: number
  cameras: number
  /** Whether there are more pages than were counted. */
  hasMore: boolean
}

const mostPages = 100
const ask = latestOnly()

const useBranchShares = createSlice(
  'branchShares',
  { shares: null as Readonly<Record<number, Shares>> | null },
  (_set, _get, writer) => ({
    async load(branches: readonly Branch[]) {
      const write = writer()
      const isNews = ask()
      const feed = await call(readFeed, {})
      if (!feed.ok) return
      const permissions = await Promise.all(
        feed.data.accessible_cctv_feeds.map(({ camera_id }) => call(readPermission, { camera_id })),
      )
      const shares: Record<number, Shares> = {}
      for (const { id } of branches) {
        const pages = await call(listDocuments, { branch_id: id, limit: mostPages })
        if (!pages.ok) return
        shares[id] = {
          pages: pages.data.filter(({ access }) => access === 'branch').length,
          cameras: permissions.filter(permission => permission.ok && permission.data.branch_ids.includes(id)).length,
          hasMore: pages.data.length === mostPages,
        }
      }
      if (isNews()) write({ shares })
    },
  }),
  { scope: 'organisation' },
)

/**
 * Says what somebody gains and loses by moving between branches; null is no branch. Counts are those of now: they load
 * while the board shows branches.
 */
export function useBranchNote(isOn: boolean): (person: Member, from: number | null, to: number | null) => string {
  const { t } = useTranslation('administration')
  const { branches, roles } = useDirectory()
  const shares = useBranchShares(state => state.shares)
  const seesAllPages = useCan('logbooks.manage_all')
  const seesAllCameras = useCan('feeds.see_all')
  useEffect(() => {
    if (isOn && branches.length > 0) void useBranchShares.getState().load(branches)
  }, [isOn, branches])

  return (person, from, to) => {
    if (!shares) return t('board.branch.unknown')
    const can = new Set(reasonsFor(person, roles).map(({ capability }) => capability))
    const thingsOf = (branch: Branch): string[] => {
      const { pages = 0, cameras = 0 } = shares[branch.id] ?? {}
      return [
        pages > 0 && !can.has('logbooks.manage_all') && t('board.branch.pages', { count: pages }),
        cameras > 0 && !can.has('feeds.see_all') && t('board.branch.cameras', { count: cameras }),
        !branch.is_open_branch && person.org_role === 'member' && t('board.branch.space'),
      ].filter(text => text !== false)
    }
    const noteOf = (id: number | null, key: 'loses' | 'gains') => {
      const branch = branches.find(each => each.id === id)
      const what = branch ? thingsOf(branch) : []
      return (
        branch && what.length > 0 && t(`board.branch.${key}`, { branch: branch.branch_name, what: what.join(', ') })
      )
    }
    const notes = [noteOf(to, 'gains'), noteOf(from, 'loses')].filter(note => note !== false)
    const hasMore = [from, to].some(id => id !== null && shares[id]?.hasMore)
    const isPartial = hasMore || !seesAllPages || !seesAllCameras
    return [
      ...(notes.length > 0 ? notes : [t('board.branch.same')]),
      ...(isPartial ? [t('board.branch.part')] : []),
    ].join(' ')
  }
}
