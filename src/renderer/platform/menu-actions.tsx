import { useIsServerAway } from './server-away'
import { useAction } from './shortcuts'

interface Line {
  label: string
  disabled?: boolean
  needsServer?: boolean
}

/** The entries of a menu, as far as the command palette needs them. */
type Entry =
  | (Line & { kind?: undefined; onSelect?: (() => void) | undefined; href?: string | undefined })
  | { kind: 'separator' }
  | { kind: 'choice'; label: string; options: readonly (Line & { checked: boolean; onSelect: () => void })[] }
  | { kind: 'toggles'; label: string; options: readonly (Line & { checked: boolean; onToggle: () => void })[] }

interface Command extends Line {
  run: () => void
}

/** The entry as commands of the palette: one for each option that would change something. */
export function commandsOf(entry: Entry): Command[] {
  switch (entry.kind) {
    case 'separator':
      return []
    case 'choice':
      return entry.options
        .filter(({ checked }) => !checked)
        .map(option => ({ ...option, label: `${entry.label}: ${option.label}`, run: option.onSelect }))
    case 'toggles':
      return entry.options.map(option => ({
        ...option,
        label: `${entry.label}: ${option.label}`,
        run: option.onToggle,
      }))
    default:
      return [{ ...entry, run: () => (entry.href === undefined ? entry.onSelect?.() : followLink(entry.href)) }]
  }
}

interface Choice<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice that the screen shows with all its options, as an entry. */
export const choiceEntry = <Value extends string>({ label, options, value, onChange }: Choice<Value>): Entry => ({
  kind: 'choice',
  label,
  options: options.map(option => ({
    label: option.label,
    checked: option.value === value,
    onSelect: () => onChange(option.value),
  })),
})

function followLink(href: string): void {
  location.hash = href
}

interface Props {
  /** For a menu, the list that it is made of itself, so that the two cannot differ. */
  entries: readonly Entry[]
  /** The heading in the palette, which is the page's name. */
  group: string
  /** Stands before each entry that says little without its menu. */
  of?: string
}

/** Offers what a menu or buttons of the screen do in the command palette too, while they are there. */
export function MenuActions({ entries, group, of }: Props) {
  const isAway = useIsServerAway()
  // Of two with the same name, for example two people, the palette offers one.
  const commands = new Map(entries.flatMap(commandsOf).map(command => [command.label, command]))
  return [...commands.values()].map(({ label, disabled = false, needsServer = false, run }) => (
    <MenuAction
      key={label}
      label={of === undefined ? label : `${of}: ${label}`}
      group={group}
      isOn={!disabled && !(needsServer && isAway)}
      run={run}
    />
  ))
}

function MenuAction({ run, ...action }: { label: string; group: string; isOn: boolean; run: () => void }) {
  useAction(action, () => run())
  return null
}
