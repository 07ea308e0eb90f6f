import { CircleAlert } from 'lucide-react'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type PointerEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from './cx'

interface Props {
  label: string
  hideLabel?: boolean
  error?: string | null
  value: string
  /** Receives digits only, at most `length`. */
  onChange: (value: string) => void
  /** Called when all digits are there: typed, pasted or filled in by the browser. */
  onComplete?: (value: string) => void
  length?: number
  disabled?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * A field for a one-time code. It looks like a row of boxes but is one input, so that pasting, autofill and screen
 * readers meet a plain labelled text field.
 */
export function CodeField({
  label,
  hideLabel = false,
  error,
  value,
  onChange,
  onComplete,
  length = 6,
  disabled,
  autoFocus,
  ref,
}: Props) {
  const id = useId()
  const errorId = `${id}-error`
  const input = useRef<HTMLInputElement>(null)
  const caretAfter = useRef<number>(undefined)
  const [caret, setCaret] = useState<number | null>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)

  // Setting the value moves the caret to the end; this returns it to the place after the typed digit.
  useLayoutEffect(() => {
    const at = caretAfter.current
    if (at === undefined) return
    caretAfter.current = undefined
    input.current?.setSelectionRange(at, at)
  })

  function moveCaret(to: number) {
    caretAfter.current = to
    setCaret(to)
  }

  function take(next: string) {
    if (next === value) return
    onChange(next)
    if (next.length === length) onComplete?.(next)
  }

  function type(event: ChangeEvent<HTMLInputElement>) {
    const { value: raw, selectionStart } = event.target
    const digits = digitsOf(raw)
    const at = digitsOf(raw.slice(0, selectionStart ?? raw.length)).length
    // Typing after the last box of a full row starts a new code.
    if (value.length === length && raw.startsWith(value) && digits.length > length) {
      take(digits.slice(length, 2 * length))
      moveCaret(at - length)
      return
    }
    // A digit typed into a full row replaces the one after the caret.
    const isOverfull = digits.length === length + 1 && value.length === length
    take((isOverfull ? digits.slice(0, at) + digits.slice(at + 1) : digits).slice(0, length))
    moveCaret(at)
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault()
    const digits = digitsOf(event.clipboardData.getData('text')).slice(0, length)
    if (digits) {
      take(digits)
      moveCaret(digits.length)
    }
  }

  /** The text of the input is not where the boxes are, so a press selects the box under it. */
  function point(event: PointerEvent<HTMLInputElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    // Without layout (a hidden tab, jsdom) the browser's own caret position is used.
    if (width === 0) return
    const box = Math.floor(((event.clientX - left) / width) * length)
    const at = Math.max(0, Math.min(box, value.length))
    event.currentTarget.setSelectionRange(at, at)
  }

  const current = caret === null ? -1 : Math.min(caret, length - 1)
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-xs font-medium text-muted'}>
        {label}
      </label>
      <div className="relative">
        <div aria-hidden="true" className="flex gap-2.5 max-md:gap-2">
          {Array.from({ length }, (_, box) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position.
              key={box}
              className={cx(
                'grid h-[54px] flex-1 place-items-center rounded-md border bg-surface-1 text-xl font-semibold tabular-nums',
                box === current
                  ? 'border-accent shadow-[0_0_0_1px_var(--accent),0_0_0_4px_var(--accent-soft)]'
                  : error
                    ? 'border-danger'
                    : 'border-strong',
                disabled && 'bg-surface-2 text-muted',
              )}
            >
              {value[box] ?? (box === current && <span className="h-[1.1em] w-0.5 rounded-full bg-accent" />)}
            </span>
          ))}
        </div>
        <input
          id={id}
          ref={input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          disabled={disabled}
          // biome-ignore lint/a11y/noAutofocus: callers request it where the code is the only field.
          autoFocus={autoFocus}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={type}
          onPaste={paste}
          onPointerUp={point}
          onSelect={event => setCaret(event.currentTarget.selectionStart)}
          onFocus={event => setCaret(event.currentTarget.selectionStart ?? value.length)}
          onBlur={() => setCaret(null)}
          className="absolute inset-0 w-full cursor-text bg-transparent text-lg text-transparent caret-transparent opacity-0 outline-none"
        />
      </div>
      {error && (
        <p id={errorId} role="alert" className="flex gap-1.5 text-xs text-danger-ink">
          <CircleAlert size={14} className="mt-px" />
          {error}
        </p>
      )}
    </div>
  )
}
