import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { cx } from './cx'
import { CONTROL_FRAME, Field, type FieldTexts } from './field'
import type { Icon } from './icon'
import { POPUP_BOX, POPUP_ITEM } from './popup-styles'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  icon?: Icon
  disabled?: boolean
}

interface Props<Value extends string> extends FieldTexts {
  options: readonly SelectOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** Shown while nothing is chosen. */
  placeholder?: string
  size?: 'md' | 'lg'
  /** The field name for native form submission. */
  name?: string
  disabled?: boolean
  className?: string
}

/** A choice from a list. It pulls in Base UI's select, so use it on pages that load on demand. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  size = 'md',
  name,
  disabled,
  ...texts
}: Props<Value>) {
  return (
    <Field {...texts}>
      {control => (
        <Base.Root
          items={options}
          value={value}
          name={name}
          disabled={disabled}
          onValueChange={next => {
            if (next !== null) onChange(next)
          }}
        >
          <Base.Trigger
            {...control}
            className={cx(
              CONTROL_FRAME,
              'w-full select-none items-center gap-2 text-left focus-visible:outline-none pointer-coarse:h-touch',
              'focus-visible:border-accent focus-visible:shadow-[0_0_0_1px_var(--accent),0_0_0_4px_var(--accent-soft)]',
              'aria-invalid:border-danger data-disabled:bg-surface-2 data-disabled:text-muted',
              size === 'lg' ? 'h-touch px-3 text-md' : 'h-control px-2.5 text-sm',
            )}
          >
            <Base.Value placeholder={placeholder} className="min-w-0 flex-1 truncate data-placeholder:text-muted" />
            <Base.Icon>
              <ChevronDown size={16} />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal className="relative z-popover">
            <Base.Positioner sideOffset={4} collisionPadding={8} alignItemWithTrigger={false}>
              <Base.Popup
                className={cx(POPUP_BOX, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1')}
              >
                {options.map(({ value: option, label, icon: Glyph, disabled: off }) => (
                  <Base.Item key={option} value={option} disabled={off} className={POPUP_ITEM}>
                    {Glyph && <Glyph size={16} className="text-muted" />}
                    <Base.ItemText className="flex-1">{label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Check size={16} className="text-accent" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}
