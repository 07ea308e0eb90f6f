import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Marked } from '../../features/search/marked'
import type { Clock } from '../../platform/clock'
import { showKeys } from '../../platform/shortcuts'
import { cx } from '../../ui/cx'
import { Kbd } from '../../ui/kbd'
import { type Choice, type Group, useChoices } from './choices'

/** The text field and the list below it. The field keeps the focus and announces the active option. */
export function Chooser({ clock, onDone }: { clock: Clock; onDone: () => void }) {
  const { t } = useTranslation(['overlays', 'search'])
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  /** What had the focus before the palette took it. */
  const [before] = useState(() => document.activeElement)
  const { groups, isSearching, hasFailed } = useChoices(query, clock, before)
  const choices = groups.flatMap(group => group.choices)
  const chosen = Math.min(at, choices.length - 1)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function run(choice: Choice | undefined) {
    if (!choice) return
    // Closes the palette first, so that it does not close what the option opens. An action of the screen may depend on
    // the focus or move it, so it runs once the focus is back.
    flushSync(onDone)
    queueMicrotask(() => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      choice.run()
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, number> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1 + choices.length,
      Home: 0,
      End: choices.length - 1,
    }
    const to = moves[event.key]
    if (to !== undefined && choices.length > 0 && (event.key.startsWith('Arrow') || event.ctrlKey)) {
      event.preventDefault()
      setAt(to % choices.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(choices[chosen])
    }
  }

  return (
    <>
      <label className="flex shrink-0 items-center gap-2.5 border-b border-line px-4 text-muted">
        <Search size={18} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette opens for typing.
          autoFocus
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={choices[chosen] ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('palette.placeholder')}
          value={query}
          onChange={event => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-md text-default outline-none focus-visible:shadow-none pointer-coarse:text-lg"
        />
      </label>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette.title')}
        aria-busy={isSearching}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {groups.map((group, index) => (
          <Choices
            key={group.choices[0]?.id ?? index}
            id={id}
            group={group}
            first={groups.slice(0, index).reduce((sum, earlier) => sum + earlier.choices.length, 0)}
            chosen={chosen}
            onPoint={setAt}
            onRun={run}
          />
        ))}
      </div>
      {choices.length === 0 && !isSearching && (
        <p className="px-4 pb-6 text-center text-sm text-muted">{t('palette.none')}</p>
      )}
      {(isSearching || hasFailed) && (
        <p className={cx('px-4 pb-3 text-xs', hasFailed ? 'text-danger-ink' : 'animate-appear text-muted')}>
          {t(hasFailed ? 'search:palette.failed' : 'search:searching')}
        </p>
      )}
      <p role="status" className="sr-only">
        {query && !isSearching && t('palette.results', { count: choices.length })}
        {hasFailed && t('search:palette.failed')}
      </p>
    </>
  )
}

interface ChoicesProps {
  id: string
  group: Group
  /** How many options come before this group. */
  first: number
  chosen: number
  onPoint: (index: number) => void
  onRun: (choice: Choice) => void
}

function Choices({ id, group: { title, choices }, first, chosen, onPoint, onRun }: ChoicesProps) {
  const options = choices.map((choice, index) => (
    <Option
      key={choice.id}
      id={`${id}-${first + index}`}
      choice={choice}
      isChosen={first + index === chosen}
      onPoint={() => onPoint(first + index)}
      onRun={() => onRun(choice)}
    />
  ))
  if (title === null) return options
  return (
    // biome-ignore lint/a11y/useSemanticElements: this groups options, not fields.
    <div role="group" aria-label={title}>
      <p aria-hidden="true" className="px-2.5 pt-2.5 pb-1 text-xs font-semibold text-muted">
        {title}
      </p>
      {options}
    </div>
  )
}

interface OptionProps {
  id: string
  choice: Choice
  isChosen: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, choice: { icon: Glyph, label, marked, kind, keys }, isChosen, onPoint, onRun }: OptionProps) {
  return (
    // The combobox keeps the focus and announces the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the combobox selects it.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onRun}
      className={cx(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm select-none pointer-coarse:min-h-touch',
        isChosen && 'bg-accent-soft',
      )}
    >
      <span className="text-muted">{Glyph && <Glyph size={16} />}</span>
      <span className="min-w-0 flex-1 truncate font-medium">{marked ? <Marked>{marked}</Marked> : label}</span>
      {kind && <span className="max-w-[40%] truncate text-xs text-muted">{kind}</span>}
      {keys && !isChosen && <Kbd>{showKeys(keys)}</Kbd>}
      {isChosen && <Kbd>{showKeys('enter')}</Kbd>}
    </div>
  )
}
