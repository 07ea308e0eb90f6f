import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { SearchHit, TextPiece } from '#shared/contract/search/endpoints'
import { useShowPanel } from '../../features/organisations/panel'
import { allResultsPath, hrefOf, keyOf } from '../../features/search/address'
import { iconOf } from '../../features/search/icons'
import { textOf } from '../../features/search/marked'
import { useQuickResults } from '../../features/search/use-quick-results'
import type { Clock } from '../../platform/clock'
import type { Command } from '../../platform/commands'
import { useCommandsFor } from './use-commands'

/** An option of the palette: a command or a search result. */
export interface Choice extends Command {
  /** The label in pieces, with the matches marked. */
  marked?: readonly TextPiece[]
}

/** Options under a heading; commands have none. */
export interface Group {
  title: string | null
  choices: readonly Choice[]
}

interface Choices {
  groups: readonly Group[]
  isSearching: boolean
  hasFailed: boolean
}

/** Returns the options for a text: commands, then search results by kind, starting with the kind of the best result. */
export function useChoices(query: string, clock: Clock, focused: Element | null): Choices {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const showPanel = useShowPanel()
  const commands = useCommandsFor(query, focused)
  const seen = useQuickResults(query, clock)
  const hits = seen?.hits ?? []

  const choiceOf = (hit: SearchHit): Choice => ({
    id: `hit.${keyOf(hit)}`,
    label: textOf(hit.title),
    marked: hit.title,
    kind: 'doc_name' in hit ? hit.doc_name : t(`one.${hit.kind === 'source' ? hit.source.kind : hit.kind}`),
    icon: iconOf(hit),
    run: () => (hit.kind === 'person' ? showPanel('org') : void navigate(hrefOf(hit, '').slice(1))),
  })
  const groups: Group[] = [{ title: null, choices: commands }]
  for (const kind of new Set(hits.map(hit => hit.kind)))
    groups.push({ title: t(`kind.${kind}`), choices: hits.filter(hit => hit.kind === kind).map(choiceOf) })
  if (hits.length > 0) {
    const all = {
      id: 'search.all',
      label: t('palette.all', { query: query.trim() }),
      icon: Search,
      run: () => void navigate(allResultsPath(query.trim())),
    }
    groups.push({ title: null, choices: [all] })
  }
  return {
    groups: groups.filter(group => group.choices.length > 0),
    isSearching: seen?.isWaiting ?? false,
    hasFailed: seen?.hasFailed ?? false,
  }
}
