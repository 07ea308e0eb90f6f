import { cx } from './cx'

interface Props<E extends string> {
  reactions: readonly { emoji: E; user_ids: readonly number[] }[]
  /** The person who presses. */
  self: number
  /** The name of the list. */
  label: string
  /** The name of the button of one emoji. */
  nameOf: (emoji: E, user_ids: readonly number[]) => string
  /** Who reacted, as the tooltip. */
  titleOf?: (user_ids: readonly number[]) => string
  isDisabled?: boolean
  onToggle: (emoji: E, is_on: boolean) => void
}

/** Who reacted with what; pressing one adds or takes back one's own. */
export function ReactionChips<E extends string>({ reactions, self, label, ...rest }: Props<E>) {
  const { nameOf, titleOf, isDisabled = false, onToggle } = rest
  if (reactions.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1">
      {reactions.map(({ emoji, user_ids }) => {
        const isOn = user_ids.includes(self)
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isOn}
              aria-label={nameOf(emoji, user_ids)}
              title={titleOf?.(user_ids)}
              disabled={isDisabled}
              onClick={() => onToggle(emoji, !isOn)}
              className={cx(
                'inline-flex min-h-6 items-center gap-1 rounded-full border px-2 text-xs tabular-nums pointer-coarse:min-h-touch',
                isOn ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line bg-surface-1',
              )}
            >
              <span aria-hidden="true">{emoji}</span>
              {user_ids.length}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
