import i18next from 'i18next'
import { AppWindow, Building2, Compass, Keyboard, LogOut, Moon, Plus, UserPlus, UserRound } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useShowPanel } from '../../features/organisations/panel'
import { chooseOrganisation, useCan, useOrganisation, useOrganisations } from '../../features/organisations/store'
import { type Command, type CommandSource, useCommandSources } from '../../platform/commands'
import { themes, usePreferences } from '../../platform/preferences'
import { useActions } from '../../platform/shortcuts'
import { entriesFor } from '../nav-entries'
import { useOverlay } from '../overlay-state'
import { useButtonCommands } from './button-commands'
import { useRowCommands } from './row-commands'

/** Passes a question from the palette to the chat page, which reads it from its location's state and asks it. */
interface AskState {
  ask: string
}

/**
 * Returns the commands for a text: actions of the row with the focus, of the screen and the shell, pages, commands of
 * features, other buttons of the screen, and Mate.
 */
export function useCommandsFor(query: string, focused: Element | null): readonly Command[] {
  const row = useRowCommands(focused)
  const own = useShellCommands()
  const here = useScreenCommands(own)
  const buttons = useButtonCommands(focused)
  const sources = useCommandSources()
  const ask = useAskMate(query)
  return useMemo(() => {
    const of = ({ commands }: CommandSource) => commands(query)
    const names = new Set(here.map(command => command.label))
    const others = [...own, ...sources.filter(source => !source.always).flatMap(of)]
    const named = [...row, ...here, ...others.filter(other => !isAction(other) || !names.has(other.label))]
    const unnamed = buttons.filter(button => !named.some(({ label }) => says(label, button.label)))
    const filtered = [...named, ...unnamed].filter(command => fits(command, query))
    return [...ranked(filtered, query), ...sources.filter(source => source.always).flatMap(of), ...ask]
  }, [row, here, own, buttons, sources, query, ask])
}

/**
 * Whether a command says what a button does. The line of a menu may begin with what it is about, and the name of a
 * button end with a number.
 */
const says = (label: string, button: string): boolean =>
  [label, label.slice(label.indexOf(': ') + 2)].some(
    name => button.startsWith(name) && /^( [\d.,]+)?$/.test(button.slice(name.length)),
  )

/** Whether it is something to do, not a place to go to. */
const isAction = ({ kind }: Command) => kind === undefined || kind === i18next.t('overlays:palette.action')

/** What the screen behind the palette offers, except what the shell lists anyway. */
function useScreenCommands(own: readonly Command[]): readonly Command[] {
  const { t } = useTranslation(['app', 'overlays'])
  const actions = useActions()
  return useMemo(() => {
    const listed = new Set([paletteKeys, ...own.map(command => command.keys)])
    const active = actions.filter(({ isOn, keys }) => isOn !== false && !(keys && listed.has(keys)))
    // Of two with the same keys the later one counts, as it does for the keys.
    return active
      .filter(
        ({ keys, label }, index) =>
          !active.slice(index + 1).some(later => later.label === label || (keys && later.keys === keys)),
      )
      .map(({ label, group, keys, run }) => ({
        id: `here.${label}`,
        label,
        kind: t(group ? 'overlays:palette.here' : 'overlays:palette.action'),
        words: group,
        icon: AppWindow,
        keys,
        run: () => run(),
      }))
  }, [actions, own, t])
}

/** The keys of the palette itself. */
const paletteKeys = 'mod+k'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Whether every typed word starts a word of the command. */
export function fits(
  { label, words = '', kind = '' }: Pick<Command, 'label' | 'words' | 'kind'>,
  query: string,
): boolean {
  const has = plain(`${label} ${words} ${kind}`).split(/[\s:,/]+/)
  return plain(query)
    .split(/\s+/)
    .filter(Boolean)
    .every(typed => has.some(word => word.startsWith(typed)))
}

/** Puts commands that start with the text first; otherwise the order stays. */
function ranked(commands: readonly Command[], query: string): Command[] {
  if (!query.trim()) return [...commands]
  const begins = (command: Command) => plain(command.label).startsWith(plain(query.trim()))
  return [...commands.filter(begins), ...commands.filter(command => !begins(command))]
}

function useAskMate(query: string): readonly Command[] {
  const { t } = useTranslation(['app', 'overlays'])
  const navigate = useNavigate()
  return useMemo(() => {
    const question = query.trim()
    const canAsk = entriesFor(true).some(entry => entry.id === 'chat')
    if (!question || !canAsk) return []
    const state: AskState = { ask: question }
    return [
      {
        id: 'ask',
        label: t('overlays:palette.askMate', { query: question }),
        icon: Compass,
        run: () => void navigate('/chat', { state }),
      },
    ]
  }, [query, t, navigate])
}

function useShellCommands(): readonly Command[] {
  const { t } = useTranslation(['app', 'overlays'])
  const navigate = useNavigate()
  const list = useOrganisations(state => state.items)
  const current = useOrganisation()
  const canInvite = useCan('people.invite')
  const showPanel = useShowPanel()
  return useMemo(() => {
    const page = t('overlays:palette.page')
    const action = t('overlays:palette.action')
    const others = list.filter(organisation => organisation.organization_id !== current?.organization_id)
    return [
      ...entriesFor(current?.is_premium ?? false).map(({ id, icon, route, key }) => ({
        id: `go.${id}`,
        label: t(`nav.${id}`),
        kind: page,
        icon,
        keys: `g ${key}`,
        run: () => void navigate(route),
      })),
      { id: 'go.profile', label: t('menu.profile'), kind: page, icon: UserRound, run: () => void navigate('/profile') },
      ...others.map(({ organization_id, organization_name }) => ({
        id: `switch.${organization_id}`,
        label: t('overlays:palette.switchTo', { name: organization_name }),
        kind: t('overlays:palette.workspace'),
        words: organization_name,
        icon: Building2,
        run: () => void chooseOrganisation(organization_id).then(outcome => outcome.ok && navigate('/')),
      })),
      ...(canInvite
        ? [
            {
              id: 'invite',
              label: t('action.invite'),
              kind: action,
              icon: UserPlus,
              run: () => showPanel('org'),
            },
          ]
        : []),
      {
        id: 'create',
        label: t('overlays:palette.createWorkspace'),
        kind: action,
        icon: Plus,
        run: () => void navigate('/workspace'),
      },
      ...themes.map(theme => ({
        id: `theme.${theme}`,
        label: t('overlays:palette.themeTo', { name: t(`theme.${theme}`) }),
        kind: action,
        icon: Moon,
        run: () => usePreferences.getState().prefer({ theme }),
      })),
      {
        id: 'shortcuts',
        label: t('menu.shortcuts'),
        kind: action,
        icon: Keyboard,
        keys: '?',
        run: () => useOverlay.getState().show('shortcuts'),
      },
      { id: 'signout', label: t('action.signOut'), kind: action, icon: LogOut, run: () => void navigate('/logout') },
    ]
  }, [t, navigate, showPanel, list, current, canInvite])
}
