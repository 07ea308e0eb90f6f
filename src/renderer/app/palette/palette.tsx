import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../../platform/commands'
import { showKeys } from '../../platform/shortcuts'
import { cx } from '../../ui/cx'
import { Kbd } from '../../ui/kbd'
import { LazyModal } from '../../ui/lazy-modal'
import { useOverlay } from '../overlay-state'
import { useCommandsFor } from './use-commands'

/** The command palette: jump to a page, act, or ask Mate. Arrow keys move, Enter does it, Escape leaves. */
export function Palette() {
  const { t } = useTranslation()
  const id = useId()
  const { hide } = useOverlay.getState()
  return (
    <LazyModal
      open
      onClose={hide}
      labelledBy={id}
      className="max-md:inset-x-0 max-md:top-top-inset max-md:bottom-0 md:top-[12vh] md:left-1/2 md:max-h-[min(480px,76vh)] md:w-[560px] md:-translate-x-1/2 md:rounded-lg md:border md:border-line duration-base ease-enter data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <h2 id={id} className="sr-only">
        {t('palette.title')}
      </h2>
      <Chooser onDone={hide} />
    </LazyModal>
  )
}

function Chooser({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const commands = useCommandsFor(query)
  const chosen = Math.min(at, commands.length - 1)

  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function run(command: Command | undefined) {
    if (!command) return
    // First out of the way, so that what it opens is not closed again.
    onDone()
    command.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, number> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1 + commands.length,
      Home: 0,
      End: commands.length - 1,
    }
    const to = moves[event.key]
    if (to !== undefined && commands.length > 0 && (event.key.startsWith('Arrow') || event.ctrlKey)) {
      event.preventDefault()
      setAt(to % commands.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(commands[chosen])
    }
  }

  return (
    <>
      <label className="flex shrink-0 items-center gap-2.5 border-b border-line px-4 text-muted">
        <Search size={18} />
        <input
          // biome-ignore lint/a11y/noAutofocus: it was opened to type.
          autoFocus
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={commands[chosen] ? `${id}-${chosen}` : undefined}
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
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {commands.map((command, index) => (
          <Option
            key={command.id}
            id={`${id}-${index}`}
            command={command}
            isChosen={index === chosen}
            onPoint={() => setAt(index)}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {commands.length === 0 && <p className="px-4 pb-6 text-center text-sm text-muted">{t('palette.none')}</p>}
      <p role="status" className="sr-only">
        {query && t('palette.results', { count: commands.length })}
      </p>
    </>
  )
}

interface OptionProps {
  id: string
  command: Command
  isChosen: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, command: { icon: Glyph, label, kind, keys }, isChosen, onPoint, onRun }: OptionProps) {
  return (
    // The combobox keeps the focus and says which option is active.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the combobox does it.
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
      <span className="min-w-0 flex-1 truncate font-medium">{label}</span>
      {kind && <span className="text-xs text-muted">{kind}</span>}
      {keys && !isChosen && <Kbd>{showKeys(keys)}</Kbd>}
      {isChosen && <Kbd>{showKeys('enter')}</Kbd>}
    </div>
  )
}
